package dev.squeeze.kit.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("live")
@Timeout(120)
class TopicsTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    /** Of several brokers, the one that receives the request may be the last to learn of a topic that another already serves. */
    @Test
    void aTopicThatTheBrokerAskedHasNotHeardOfYetIsAskedForAgain() throws Exception {
        EmbeddedCluster cluster = SharedCluster.get();
        TopicSpec topic = new TopicSpec("heard-of-later", 2, 1, Map.of());
        try (TopicAdmin admin = TopicAdmin.open(cluster, TIMEOUT)) {
            CompletableFuture<Void> asked =
                    CompletableFuture.runAsync(() -> Topics.awaitService(admin, cluster, List.of(topic), TIMEOUT));
            TimeUnit.SECONDS.sleep(1);
            assertThat(asked).isNotDone();

            Topics.create(cluster, List.of(topic));

            assertThat(asked).succeedsWithin(TIMEOUT);
        }
    }

    @Test
    void aTopicThatNoBrokerHearsOfIsGivenUpAfterTheTimeLimit() {
        EmbeddedCluster cluster = SharedCluster.get();
        TopicSpec topic = new TopicSpec("never-heard-of", 1, 1, Map.of());
        try (TopicAdmin admin = TopicAdmin.open(cluster, TIMEOUT)) {
            assertThatThrownBy(() -> Topics.awaitService(admin, cluster, List.of(topic), Duration.ofMillis(300)))
                    .isInstanceOf(ClusterException.class)
                    .hasMessageStartingWith("the new topics did not become usable: ")
                    .hasRootCauseInstanceOf(UnknownTopicOrPartitionException.class);
        }
    }
}
