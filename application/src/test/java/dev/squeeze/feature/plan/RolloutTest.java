package dev.squeeze.feature.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.feature.plan.PlannedChange.Progress;
import dev.squeeze.feature.plan.PlannedChange.State;
import dev.squeeze.feature.survey.TopicAppraisal.Seen;
import dev.squeeze.feature.survey.TopicAppraisal.Share;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class RolloutTest {
    private static final ProducerSettings ZSTD = PlanFixtures.settings("zstd:3", 16_384, 70);
    private static final ProducerSettings LZ4 = PlanFixtures.settings("lz4", 16_384, 70);

    @Test
    void aTopicThatLeavesThePlannedCodecIsNotUnknown() {
        Progress progress = progress(LZ4, 15, seen(21.8, "lz4=1"), seen(21.7, "lz4=0.8 none=0.2"));

        assertThat(progress.state()).isEqualTo(State.OTHER_CODEC);
        assertThat(progress.otherCodec()).contains("none");
    }

    /** Samples of a log with two codecs vary in their shares. */
    @Test
    void moreOfACodecThatWasThereBeforeIsNoOtherCodec() {
        Progress progress = progress(ZSTD, 8.6, seen(2.01, "none=0.63 lz4=0.37"), seen(2.03, "none=0.81 lz4=0.19"));

        assertThat(progress.state()).isEqualTo(State.NOT_STARTED);
        assertThat(progress.otherCodec()).isEmpty();
    }

    @Test
    void onlyALevelThatChangesIsUnknown() {
        assertThat(progress(LZ4, 15, seen(21.8, "lz4=1"), seen(21.7, "lz4=1")).state())
                .isEqualTo(State.UNKNOWN);
    }

    /** If a third of the records are in batches of the planned depth, the mean has only risen by a third. */
    @Test
    void deeperBatchesAreUnderWayBeforeMostOfTheLogHasThem() {
        Seen before = seen(1.34, "lz4=1");

        assertThat(progress(LZ4, 5.28, before, seen(1.78, "lz4=1")).state()).isEqualTo(State.UNDER_WAY);
        assertThat(progress(LZ4, 5.28, before, seen(1.45, "lz4=1")).state()).isEqualTo(State.NOT_STARTED);
        assertThat(progress(LZ4, 5.28, before, seen(4.5, "lz4=1")).state()).isEqualTo(State.DONE);
    }

    @Test
    void aCodecWithoutItsBatchesIsUnderWay() {
        assertThat(progress(ZSTD, 5.28, seen(1.34, "none=1"), seen(1.3, "zstd=1"))
                        .state())
                .isEqualTo(State.UNDER_WAY);
    }

    private static Progress progress(ProducerSettings to, double plannedDepth, Seen before, Seen now) {
        return Rollout.of(to, plannedDepth, before, Optional.of(now));
    }

    /** @param codecs with their shares, such as {@code none=0.5 zstd=0.5} */
    private static Seen seen(double recordsPerBatch, String codecs) {
        List<Share> shares = Arrays.stream(codecs.split(" "))
                .map(codec -> codec.split("="))
                .map(parts -> new Share(parts[0], Double.parseDouble(parts[1])))
                .toList();
        return new Seen(
                true,
                10,
                10,
                1_048_576,
                shares,
                recordsPerBatch,
                6_250,
                Optional.empty(),
                OptionalDouble.of(200),
                1,
                Optional.empty(),
                Optional.empty());
    }
}
