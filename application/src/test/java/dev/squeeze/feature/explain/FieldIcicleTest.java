package dev.squeeze.feature.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.document.Block;
import org.junit.jupiter.api.Test;

class FieldIcicleTest {
    @Test
    void bytesThatNoFieldCostsAloneAreDrawnToo() {
        Block drawing = FieldIcicle.of(ExplainFixtures.complete()).orElseThrow();
        String svg = ((Block.Drawing) drawing).drawn().element("").toString();

        assertThat(svg).contains("shared by several fields: 27.3 stored", "remains without any field: 12.5 stored");
    }
}
