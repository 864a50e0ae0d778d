package dev.squeeze.kit.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.squeeze.kit.cluster.ClusterFacts;
import dev.squeeze.kit.cluster.ClusterOptions;
import dev.squeeze.kit.cluster.EmbeddedCluster;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("live")
@Timeout(120)
class TopicCatalogTest {
    private static EmbeddedCluster cluster;

    @BeforeAll
    static void start() {
        cluster = EmbeddedCluster.start(ClusterOptions.temporary(1));
        OwnCluster own = new OwnCluster(cluster);
        own.newTopic("orders", 3, Map.of());
        own.newTopic("events", 1, Map.of());
    }

    private static TopicCatalog.Topic shown(String name, int partitions) {
        return new TopicCatalog.Topic(name, false, partitions, 1, true);
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @Test
    void allTopicsAreShownWithTheirPartitionsAndReplicas() {
        try (RawClient client = new OwnCluster(cluster).open()) {
            assertThat(client.catalog().all()).contains(shown("orders", 3), shown("events", 1));
        }
    }

    @Test
    void ofNamedTopicsThoseThatDoNotExistAreLeftOutAndNotCreated() {
        try (RawClient client = new OwnCluster(cluster).open()) {
            TopicCatalog catalog = client.catalog();

            assertThat(catalog.named(List.of("orders", "nowhere"))).containsExactly(shown("orders", 3));
            assertThat(catalog.all()).noneMatch(topic -> topic.name().equals("nowhere"));
        }
    }

    @Test
    void aNameThatNoTopicCanHaveIsAnErrorThatNamesIt() {
        try (RawClient client = new OwnCluster(cluster).open()) {
            assertThatThrownBy(() -> client.catalog().named(List.of("no name")))
                    .isInstanceOf(RawAccessException.class)
                    .hasMessageContaining("no name")
                    .hasMessageContaining("INVALID_TOPIC_EXCEPTION");
        }
    }

    @Test
    void factsOfAClusterListTopicsByName() {
        try (ClusterFacts facts = ClusterFacts.open(cluster, Duration.ofSeconds(30))) {
            assertThat(facts.topics())
                    .extracting(ClusterFacts.Topic::name)
                    .filteredOn(name -> !name.startsWith("__"))
                    .containsExactly("events", "orders");
            assertThat(facts.topic("nowhere")).isEmpty();
        }
    }
}
