package dev.squeeze.kit.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.squeeze.kit.unit.UsageException;
import java.util.List;
import org.junit.jupiter.api.Test;

class SamplingPlanTest {
    private static final long MIB = 1L << 20;

    @Test
    void aPlanNeedsSizesBytesBatchesAndWorkers() {
        assertThatThrownBy(() -> new SamplingPlan(List.of(), 1, 1, 1, 1)).hasMessageContaining("no batch size");
        assertThatThrownBy(() -> new SamplingPlan(List.of(1), 0, 1, 1, 1)).isInstanceOf(UsageException.class);
        assertThatThrownBy(() -> new SamplingPlan(List.of(1), 1, 0, 1, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new SamplingPlan(List.of(1), 1, 1, 1, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void memoryIsBoundedByBytesAndForSmallBatchesByTheirNumber() {
        SamplingPlan plan = new SamplingPlan(List.of(1_024, 16_384, 1 << 20), 64 * MIB, 1_024, 1, 1);

        assertThat(plan.retainedBytes(1_024)).as("at least 4 MiB").isEqualTo(4 * MIB);
        assertThat(plan.retainedBytes(16_384)).as("1024 batches").isEqualTo(16 * MIB);
        assertThat(plan.retainedBytes(1 << 20)).as("never more than asked for").isEqualTo(64 * MIB);
        assertThat(plan.maxRetainedBytes()).isEqualTo(84 * MIB);
    }

    @Test
    void aSmallSampleStaysSmallForEveryBatchSize() {
        assertThat(new SamplingPlan(List.of(1_024, 16_384), 1_000, 1_024, 1, 1).maxRetainedBytes())
                .isEqualTo(2_000);
    }
}
