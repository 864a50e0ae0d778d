package dev.squeeze.kit.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.kafka.TopicWatch.Change;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;

class TopicWatchTest {
    private static final Uuid OLD = new Uuid(1, 1);
    private static final Uuid NEW = new Uuid(2, 2);
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    private final TopicWatch watch = new TopicWatch();

    @Test
    void aTopicIsGoneOnceBrokersDidNotKnowItForASecond() {
        watch.present("t", OLD, 3, 0);

        assertThat(watch.missing("t", 10)).isEqualTo(Change.NONE);
        assertThat(watch.isMissing("t")).isTrue();
        assertThat(watch.missing("t", 999 * MILLI)).isEqualTo(Change.NONE);
        assertThat(watch.since("t", OLD, 5)).isEqualTo(Change.NONE);
        assertThat(watch.missing("t", 1_001 * MILLI)).isEqualTo(Change.GONE);

        assertThat(watch.missing("t", 1_002 * MILLI)).as("said once").isEqualTo(Change.NONE);
        assertThat(watch.isGone("t")).isTrue();
        assertThat(watch.since("t", OLD, 5)).isEqualTo(Change.GONE);
        assertThat(watch.partitions("t")).isEqualTo(3);
    }

    @Test
    void anAnswerThatShowsItBeginsTheSecondAgain() {
        watch.present("t", OLD, 1, 0);
        watch.missing("t", 1);
        watch.present("t", OLD, 1, 900 * MILLI);

        assertThat(watch.missing("t", 1_100 * MILLI)).isEqualTo(Change.NONE);
        assertThat(watch.missing("t", 2_200 * MILLI)).isEqualTo(Change.GONE);
    }

    @Test
    void aTopicThatNoBrokerHasShownYetHasLonger() {
        watch.missing("new", 0);

        assertThat(watch.missing("new", 4_000 * MILLI)).isEqualTo(Change.NONE);
        assertThat(watch.missing("new", 5_000 * MILLI)).isEqualTo(Change.GONE);
    }

    @Test
    void anotherIdIsAnotherTopicForWhatWasAcceptedBefore() {
        watch.present("t", OLD, 1, 0);

        assertThat(watch.present("t", NEW, 1, 100)).isEqualTo(Change.REPLACED);

        assertThat(watch.since("t", OLD, 50)).isEqualTo(Change.REPLACED);
        assertThat(watch.since("t", NEW, 50))
                .as("accepted for the new one already")
                .isEqualTo(Change.NONE);
        assertThat(watch.since("t", OLD, 150))
                .as("what was known of it was old")
                .isEqualTo(Change.NONE);
        assertThat(watch.since("t", Uuid.ZERO_UUID, 50))
                .as("a cluster without ids")
                .isEqualTo(Change.NONE);
    }

    @Test
    void aClusterWithoutIdsReplacesNothing() {
        watch.present("t", Uuid.ZERO_UUID, 1, 0);

        assertThat(watch.present("t", Uuid.ZERO_UUID, 1, 1)).isEqualTo(Change.NONE);
    }

    @Test
    void whatIsAcceptedAfterATopicWasGoneIsForTheNextAnswersToDecide() {
        watch.present("t", OLD, 1, 0);
        watch.missing("t", 1);
        watch.missing("t", 2_000 * MILLI);

        assertThat(watch.since("t", NEW, 2_001 * MILLI)).isEqualTo(Change.NONE);

        assertThat(watch.isGone("t")).isFalse();
    }
}
