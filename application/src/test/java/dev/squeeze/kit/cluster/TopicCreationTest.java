package dev.squeeze.kit.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.NotControllerException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.api.Test;

/** The state of topics after requests that fail in various ways, tested with an admin client that responds like brokers. */
class TopicCreationTest {
    /** The exception of Kafka's client without retries if the connection was lost before a response. */
    private static final Throwable LOST = new TimeoutException("1 attempt(s)", new DisconnectException("disconnected"));

    private static final Throwable EXISTS = new TopicExistsException("Topic 'a' already exists.");

    private final RemoteCluster cluster = new RemoteCluster("host:9092", Map.of());
    private final ScriptedAdmin admin = new ScriptedAdmin();

    @Test
    void manyAreCreatedWithEachRequestOnceTheFirstIsKnownToWork() {
        assertThat(requestSizes(350, 1)).containsExactly(1, 100, 100, 100, 49);
        assertThat(requestSizes(7, 400)).containsExactly(1, 2, 2, 2);
        assertThat(requestSizes(3, 5_000)).containsExactly(1, 1, 1);
    }

    private List<Integer> requestSizes(int topics, int partitions) {
        List<TopicSpec> left = new ArrayList<>(topics(topics, i -> new TopicSpec("t" + i, partitions, 1, Map.of())));
        admin.creations.clear();
        TopicCreation creation = new TopicCreation(admin.of(cluster));
        while (!left.isEmpty()) {
            List<TopicSpec> portion = left.subList(0, creation.portion(left));
            creation.request(portion);
            portion.clear();
        }
        assertThat(creation.created()).hasSize(topics);
        return admin.creations.stream().map(List::size).toList();
    }

    @Test
    void aTopicOfSomebodyElseIsNeitherOursNorInDoubt() {
        TopicCreation creation = refused(admin.then(EXISTS), "existing topics are not changed", "a");

        assertThat(creation.created()).isEmpty();
        assertThat(creation.inDoubt()).isEmpty();
    }

    @Test
    void aTopicThatExistsAfterAnAnswerWasLostIsInDoubt() {
        TopicCreation creation = refused(admin.then(LOST).then(EXISTS), "already has a topic of that name", "a");

        assertThat(admin.creations).hasSize(2);
        assertThat(creation.created()).isEmpty();
        assertThat(creation.inDoubt()).containsExactly("a");
    }

    @Test
    void aTopicIsInDoubtWhereABrokerWaitedForItTooLong() {
        TopicCreation creation = refused(admin.then(new TimeoutException("timed out")), "no broker responds", "a");

        assertThat(creation.inDoubt()).containsExactly("a");
    }

    @Test
    void whatABrokerRefusedIsNotInDoubt() {
        TopicCreation creation = refused(admin.then(new PolicyViolationException("too many")), "too many", "a");

        assertThat(creation.inDoubt()).isEmpty();
    }

    @Test
    void aLostAnswerAndAnotherControllerAreReasonsToAskAgain() {
        admin.then(LOST).then(new TimeoutException("1 attempt(s)", new NotControllerException("elsewhere")));
        TopicCreation creation = new TopicCreation(admin.of(cluster));

        creation.request(List.of(spec("a")));

        assertThat(admin.creations).hasSize(3);
        assertThat(creation.created()).containsExactly("a");
        assertThat(creation.inDoubt()).isEmpty();
    }

    @Test
    void aTopicThatWeDeletedIsWaitedForUntilItIsGone() {
        cluster.deleted("a");
        TopicCreation creation =
                new TopicCreation(admin.then(EXISTS).then(EXISTS).of(cluster));

        creation.request(List.of(spec("a")));

        assertThat(creation.created()).containsExactly("a");
    }

    @Test
    void whatTheSameRequestCreatedIsKnownWhereAnotherTopicIsRefused() {
        admin.then(topic -> topic.equals("b") ? Optional.of(EXISTS) : Optional.empty());
        TopicCreation creation = refused(admin, "topic b was not created", "a", "b", "c");

        assertThat(creation.created()).containsExactly("a", "c");
    }

    @Test
    void olderBrokersAreAskedInTheirWordsFromTheSecondRequestOn() {
        admin.then(new InvalidConfigurationException("Unknown topic config name: message.timestamp.before.max.ms"));
        String unlimited = String.valueOf(Long.MAX_VALUE);
        Map<String, String> limits =
                Map.of("message.timestamp.before.max.ms", unlimited, "message.timestamp.after.max.ms", unlimited);
        TopicCreation creation = new TopicCreation(admin.of(cluster));

        creation.request(List.of(spec("a").with(limits)));
        creation.request(List.of(spec("b").with(limits)));

        assertThat(creation.created()).containsExactly("a", "b");
        assertThat(admin.creations.stream().flatMap(List::stream).map(NewTopic::configs))
                .extracting(configs -> configs.containsKey("message.timestamp.difference.max.ms"))
                .containsExactly(false, true, true);
    }

    @Test
    void topicsOfBrokersWhoseAnswersCannotBeReadAreAskedForOneByOne() {
        TopicCreation creation =
                new TopicCreation(admin.then(new NullPointerException()).of(cluster));

        creation.request(List.of(spec("a")));

        assertThat(creation.created()).containsExactly("a");
        assertThat(creation.portion(List.of(spec("b"), spec("c")))).isEqualTo(1);
    }

    @Test
    void underNamesOfOurOwnWhatIsInDoubtIsTakenBackToo() {
        TopicCreation creation = inDoubt();

        RuntimeException told = Topics.rolledBack(admin.of(cluster), creation, true, new ClusterException("lost"));

        assertThat(admin.deletions).containsExactly(List.of("a", "c", "b"));
        assertThat(told).hasMessage("lost");
    }

    @Test
    void underNamesThatTheUserGaveWhatIsInDoubtIsNamedAndLeftAlone() {
        TopicCreation creation = inDoubt();

        RuntimeException told = Topics.rolledBack(
                admin.of(cluster), creation, false, new ClusterException("b was not created", EXISTS));

        assertThat(admin.deletions).containsExactly(List.of("a", "c"));
        assertThat(told)
                .hasMessageStartingWith("b was not created; a request without a response may have created topic b: ")
                .hasCause(EXISTS);
    }

    @Test
    void whatCannotBeTakenBackIsNamed() {
        TopicCreation creation = inDoubt();
        admin.then(new TopicAuthorizationException("not allowed"));

        RuntimeException told = Topics.rolledBack(admin.of(cluster), creation, true, new ClusterException("lost"));

        assertThat(told)
                .isInstanceOf(ClusterException.class)
                .hasMessageStartingWith("lost; topics a, c, b were not deleted: ");
    }

    /** Topics a and c were created, the state of b is unknown. */
    private TopicCreation inDoubt() {
        admin.then(topic -> topic.equals("b") ? Optional.of(new TimeoutException("timed out")) : Optional.empty());
        return refused(admin, "topic b was not created", "a", "b", "c");
    }

    @Test
    void manyAreDeletedWithEachRequestAndThoseThatAreGoneAreNoError() {
        List<String> names = names(250);
        admin.then(
                topic -> topic.endsWith("7") ? Optional.of(new UnknownTopicOrPartitionException()) : Optional.empty());

        Topics.delete(admin.of(cluster), names);

        assertThat(admin.deletions).extracting(List::size).containsExactly(100, 100, 50);
        assertThat(cluster.hasDeleted("squeeze-bench-249")).isTrue();
        assertThat(cluster.hasDeleted("squeeze-bench-7")).isFalse();
    }

    @Test
    void topicsThatStayAreNamedAndTheOthersDeleted() {
        admin.then(topic -> topic.equals("squeeze-bench-3")
                ? Optional.of(new TopicAuthorizationException("denied"))
                : Optional.empty());

        assertThatThrownBy(() -> Topics.delete(admin.of(cluster), names(150)))
                .isInstanceOf(ClusterException.class)
                .hasMessageStartingWith("topic squeeze-bench-3 was not deleted: ");
        assertThat(admin.deletions).hasSize(2);
    }

    @Test
    void whereNobodyAnswersTheRestIsNotTriedAndAllAreNamed() {
        admin.then(new TimeoutException("timed out"));

        assertThatThrownBy(() -> Topics.delete(admin.of(cluster), names(500)))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining(
                        "squeeze-bench-19 and 480 more that begin with squeeze-bench- were not deleted: no"
                                + " broker responds");
        assertThat(admin.deletions).hasSize(1);
    }

    private TopicCreation refused(ScriptedAdmin scripted, String message, String... topics) {
        TopicCreation creation = new TopicCreation(scripted.of(cluster));
        List<TopicSpec> specs = topics(topics.length, i -> spec(topics[i]));
        assertThatThrownBy(() -> creation.request(specs))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining(message);
        return creation;
    }

    private static TopicSpec spec(String name) {
        return new TopicSpec(name, 1, 1, Map.of());
    }

    private static List<TopicSpec> topics(int count, IntFunction<TopicSpec> topic) {
        return IntStream.range(0, count).mapToObj(topic).toList();
    }

    private static List<String> names(int count) {
        return IntStream.range(0, count).mapToObj(i -> "squeeze-bench-" + i).toList();
    }
}
