package dev.squeeze.feature.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.document.OutputFormat;
import org.junit.jupiter.api.Test;

class InspectDocumentTest {
    /** Later ones are not distinguished, so nobody knows how many there are. */
    @Test
    void moreProducersThanAreDistinguishedAreNoExactNumber() {
        assertThat(OutputFormat.TEXT.render(InspectFixtures.manyProducers()).replaceAll("\\s+", " "))
                .contains("producer ids: at least 65,536")
                .contains("busiest of at least 65,536 producers; those whose first batch comes after");
    }
}
