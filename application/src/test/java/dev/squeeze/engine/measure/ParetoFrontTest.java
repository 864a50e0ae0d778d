package dev.squeeze.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ParetoFrontTest {
    @Test
    void noCompressionBeatsWhatMakesRecordsNoSmaller() {
        assertThat(front(row("none", 1, 9_000), row("snappy", 0.87, 160), row("gzip:9", 0.94, 14)))
                .isEmpty();
        assertThat(front(row("none", 1, 9_000), row("snappy", 0.87, 160), row("gzip:9", 1.2, 14)))
                .containsExactly("gzip:9");
    }

    @Test
    void whatOnlyOneOfTwoSettingsIsBetterInKeepsBoth() {
        assertThat(front(row("none", 1, 9_000), row("lz4", 2, 900), row("zstd:3", 3, 300), row("gzip:1", 2.5, 200)))
                .containsExactly("lz4", "zstd:3");
    }

    private static List<String> front(CodecMeasurement... rows) {
        return ParetoFront.marked(List.of(rows)).stream()
                .filter(CodecMeasurement::paretoOptimal)
                .map(row -> row.codec().toString())
                .toList();
    }

    private static CodecMeasurement row(String codec, double ratio, double mebibytesPerSecond) {
        ConfidenceInterval speed = ConfidenceInterval.exact(mebibytesPerSecond, 10);
        DirectionFigures figures = new DirectionFigures(speed, speed, speed);
        return new CodecMeasurement(
                Codec.parse(codec),
                16_384,
                16_000,
                50,
                Optional.of(ConfidenceInterval.exact(ratio, 10)),
                Optional.empty(),
                Optional.of(new PathFigures(figures, figures)),
                Optional.empty(),
                false,
                List.of());
    }
}
