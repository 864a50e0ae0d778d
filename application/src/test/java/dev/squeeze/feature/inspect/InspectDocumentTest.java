package dev.squeeze.feature.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.document.OutputFormat;
import org.junit.jupiter.api.Test;

class InspectDocumentTest {
    /** Producers beyond the limit are not distinguished, so their number is unknown. */
    @Test
    void moreProducersThanAreDistinguishedAreNoExactNumber() {
        assertThat(OutputFormat.TEXT.render(InspectFixtures.manyProducers()).replaceAll("\\s+", " "))
                .contains("producer ids: at least 65,536")
                .contains("busiest of at least 65,536 producers; those first seen after that many others");
    }
}
