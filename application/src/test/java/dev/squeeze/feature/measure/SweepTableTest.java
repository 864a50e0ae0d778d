package dev.squeeze.feature.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.document.SourceInfo;
import java.util.List;
import org.junit.jupiter.api.Test;

class SweepTableTest {
    @Test
    void aSampleOfTooFewBatchesIsNotABudgetThatWasUsedUp() {
        assertThat(wideLines(2)).anySatisfy(line -> assertThat(line)
                .contains("zstd:1 (fewer than 3 batches)", "all sampled batches were used")
                .doesNotContain("--budget"));
        assertThat(wideLines(96))
                .anySatisfy(line -> assertThat(line).contains("the budget was used up; give a larger --budget"));
    }

    private static List<String> wideLines(int sampled) {
        MeasureResult troubled = MeasureFixtures.troubled();
        SourceInfo source = troubled.source();
        SourceInfo.SampledSize size = source.samples().get(1);
        return new SweepTable(new MeasureResult(
                        troubled.run(),
                        new SourceInfo(
                                source.source(),
                                source.format(),
                                source.records(),
                                source.payloadBytes(),
                                source.recordBytes(),
                                source.keyed(),
                                source.timestamps(),
                                source.recordsPerSecond(),
                                source.seed(),
                                source.notices(),
                                List.of(
                                        source.samples().get(0),
                                        new SourceInfo.SampledSize(
                                                size.batchBytes(),
                                                size.batches(),
                                                sampled,
                                                size.controlledBatches(),
                                                size.recordsPerBatch(),
                                                size.controlRatioBySpan())),
                                source.stored(),
                                source.storedIn()),
                        troubled.sweep()))
                .wideLines();
    }
}
