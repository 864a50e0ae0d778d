package dev.squeeze.feature.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.engine.measure.CodecMeasurement;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.List;
import org.junit.jupiter.api.Test;

class MeasureVerdictTest {
    @Test
    void ofRecordsThatGetNoSmallerNoCodecIsSaidToCompressThem() {
        assertThat(sentence(0.94, 0.94))
                .isEqualTo("No setting makes batches of 16 KiB of these records smaller: at best 0.94x with zstd:3.");
        assertThat(sentence(1.0003, 1.0004)).contains("smaller: at best 1.00x with zstd:3.");
        assertThat(sentence(0.98, 1.31))
                .endsWith("at best 0.98x with zstd:3; in batches of 1 MiB zstd:3 reaches 1.31x.");
    }

    @Test
    void whatIsPrintedAlikeIsNotSaidToBeMore() {
        assertThat(sentence(4.2001, 4.2004))
                .contains("in batches of 1 MiB it reaches 4.20x, as much as the best level");
        assertThat(sentence(4.2, 4.3)).contains("in batches of 1 MiB it reaches 4.30x, more than any codec");
    }

    @Test
    void largerBatchesAreSaidToBeOfTheCodecThatWasMeasuredInThem() {
        assertThat(sentence(4.3, 4.2))
                .isEqualTo(
                        "zstd:3 compresses batches of 16 KiB of these records 4.30x; in larger batches it reaches at most 4.20x.");
        // A higher level may reach more in larger batches than the default level does.
        assertThat(sentence(List.of(
                        row("zstd:3", MeasureFixtures.SMALL, 1.32),
                        row("zstd:3", MeasureFixtures.LARGE, 1.33),
                        row("zstd:19", MeasureFixtures.SMALL, 1.36),
                        row("zstd:19", MeasureFixtures.LARGE, 1.40))))
                .isEqualTo(
                        "zstd:3 compresses batches of 16 KiB of these records 1.32x; zstd:19 reaches 1.36x, zstd:3 in"
                                + " larger batches at most 1.33x.");
    }

    private static String sentence(double small, double large) {
        return sentence(
                List.of(row("zstd:3", MeasureFixtures.SMALL, small), row("zstd:3", MeasureFixtures.LARGE, large)));
    }

    private static String sentence(List<CodecMeasurement> measured) {
        SweepInfo sweep = MeasureFixtures.completeSweep();
        MeasureResult complete = MeasureFixtures.complete();
        return new MeasureVerdict(new MeasureResult(
                        complete.run(),
                        complete.source(),
                        new SweepInfo(
                                sweep.budgetSeconds(),
                                sweep.rounds(),
                                sweep.interrupted(),
                                sweep.contention(),
                                measured,
                                List.of(),
                                List.of())))
                .sentence();
    }

    private static CodecMeasurement row(String codec, int size, double ratio) {
        return MeasureFixtures.row(codec, size, ConfidenceInterval.exact(ratio, 74), 400, true);
    }
}
