package dev.squeeze.kit.environment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessorNameTest {
    @Test
    void isThatOfTheModel() {
        assertThat(ProcessorName.of(
                        List.of("processor\t: 0", "model\t\t: 17", "model name\t: Epyc of 8 cores", "flags: a b")))
                .contains("Epyc of 8 cores");
    }

    /** Machines with different cores must not count as equal because they have the same architecture. */
    @Test
    void ofAnArmIsItsMakerAndDesign() {
        assertThat(ProcessorName.of(List.of(
                        "processor\t: 0",
                        "CPU implementer\t: 0x41",
                        "CPU architecture: 8",
                        "CPU variant\t: 0x1",
                        "CPU part\t: 0xd40",
                        "CPU revision\t: 1")))
                .contains("ARM 0x41/0xd40");
    }

    @Test
    void whatHasNoneIsNotNamed() {
        assertThat(ProcessorName.of(List.of("processor\t: 0", "isa\t: rv64imafdc")))
                .isEmpty();
    }
}
