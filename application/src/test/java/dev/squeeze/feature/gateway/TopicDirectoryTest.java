package dev.squeeze.feature.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.cluster.RemoteCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class TopicDirectoryTest {
    private static final int MAX_TOPICS = 10_000;

    /** Topics that clients requested while the cluster was unavailable must not take up room for others later. */
    @Test
    @Tag("slow")
    @Timeout(60)
    void namesThatTheClusterNeverKnewMakeRoomForOthers() throws Exception {
        try (TopicDirectory directory = new TopicDirectory(new RemoteCluster("127.0.0.1:1", Map.of()), Set.of())) {
            List<CompletableFuture<TopicDirectory.TopicState>> asked = new ArrayList<>();
            for (int i = 0; i < MAX_TOPICS; i++) {
                asked.add(directory.state("t" + i));
            }
            assertThat(directory.state("one-more"))
                    .as("all places are asked for")
                    .isDone();
            CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new)).get(30, TimeUnit.SECONDS);

            CompletableFuture<TopicDirectory.TopicState> other = directory.state("other");

            assertThat(other).as("the cluster is asked").isNotDone();
        }
    }
}
