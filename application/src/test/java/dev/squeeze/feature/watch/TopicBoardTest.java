package dev.squeeze.feature.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.BrokerForTests;
import dev.squeeze.engine.history.TopicFacts;
import dev.squeeze.kit.cli.TopicFilter;
import dev.squeeze.kit.cluster.ClusterFacts;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.unit.ByteRate;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What a cluster reports about topics is in the file of each day, since files are read from a day on, and deleted by
 * day.
 */
@Tag("live")
@Timeout(60)
class TopicBoardTest {
    private static final Instant EVENING = Instant.parse("2026-11-10T23:50:00Z");
    private static final Duration FIVE_MINUTES = Duration.ofMinutes(5);

    private static WatchOptions options(BrokerForTests broker, String topic) {
        return new WatchOptions(
                new RemoteCluster(broker.address(), Map.of()),
                new TopicFilter(List.of(Pattern.compile(topic)), List.of()),
                false,
                ByteRate.parse("1MiB/s"),
                new WatchOptions.Times(Duration.ofSeconds(30), FIVE_MINUTES, Optional.empty()),
                Path.of("unused"),
                Duration.ofDays(90),
                List.of(),
                Optional.empty());
    }

    @Test
    void topicsAreDescribedWhereSomethingChangedAndOnceADay() throws Exception {
        BrokerForTests broker = BrokerForTests.shared();
        broker.create("described", 1, Map.of());
        WatchOptions options = options(broker, "described");
        TopicBoard board = new TopicBoard(options);
        try (ClusterFacts cluster = ClusterFacts.open(options.cluster(), Duration.ofSeconds(30))) {
            assertThat(board.refresh(cluster, EVENING)).hasSize(1);
            assertThat(board.refresh(cluster, EVENING.plus(FIVE_MINUTES))).isEmpty();

            Instant midnight = EVENING.plus(FIVE_MINUTES.multipliedBy(2));
            List<TopicFacts> nextDay = board.refresh(cluster, midnight);
            assertThat(nextDay).extracting(TopicFacts::at).containsExactly(midnight);
            assertThat(board.refresh(cluster, midnight.plus(FIVE_MINUTES))).isEmpty();

            TopicBoard next = new TopicBoard(options);
            next.known(nextDay.get(0));
            assertThat(next.refresh(cluster, midnight.plus(FIVE_MINUTES))).isEmpty();
            assertThat(next.refresh(cluster, midnight.plus(Duration.ofDays(1)))).hasSize(1);
        }
    }
}
