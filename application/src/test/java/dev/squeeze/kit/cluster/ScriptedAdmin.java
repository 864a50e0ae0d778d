package dev.squeeze.kit.cluster;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.CreateTopicsResult;
import org.apache.kafka.clients.admin.DeleteTopicsResult;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.internals.KafkaFutureImpl;

/** An admin client whose responses a test defines, and which records its requests. */
final class ScriptedAdmin {
    final List<List<NewTopic>> creations = new ArrayList<>();

    final List<List<String>> deletions = new ArrayList<>();

    private final Deque<Function<String, Optional<Throwable>>> answers = new ArrayDeque<>();

    /** The next request fails for each topic as given; requests after the last defined one succeed. */
    ScriptedAdmin then(Function<String, Optional<Throwable>> failure) {
        answers.add(failure);
        return this;
    }

    ScriptedAdmin then(Throwable failure) {
        return then(topic -> Optional.of(failure));
    }

    TopicAdmin of(ClusterTarget target) {
        Admin kafka = (Admin) Proxy.newProxyInstance(
                Admin.class.getClassLoader(), new Class<?>[] {Admin.class}, (proxy, method, arguments) -> {
                    switch (method.getName()) {
                        case "createTopics" -> {
                            List<NewTopic> topics = new ArrayList<>();
                            ((Collection<?>) arguments[0]).forEach(topic -> topics.add((NewTopic) topic));
                            creations.add(topics);
                            return new Created(answer(
                                    topics.stream().map(NewTopic::name).toList(),
                                    new CreateTopicsResult.TopicMetadataAndConfig(
                                            Uuid.randomUuid(), 1, 1, new Config(List.of()))));
                        }
                        case "deleteTopics" -> {
                            List<String> topics = new ArrayList<>();
                            ((Collection<?>) arguments[0]).forEach(topic -> topics.add((String) topic));
                            deletions.add(topics);
                            return new Deleted(answer(topics, null));
                        }
                        default -> throw new UnsupportedOperationException(method.getName());
                    }
                });
        return new TopicAdmin(target, Duration.ofSeconds(2), kafka);
    }

    @SuppressWarnings("NullAway")
    private <T> Map<String, KafkaFuture<T>> answer(List<String> topics, T success) {
        Function<String, Optional<Throwable>> failures =
                answers.isEmpty() ? topic -> Optional.empty() : answers.remove();
        Map<String, KafkaFuture<T>> futures = new LinkedHashMap<>();
        for (String topic : topics) {
            KafkaFutureImpl<T> future = new KafkaFutureImpl<>();
            failures.apply(topic).ifPresentOrElse(future::completeExceptionally, () -> future.complete(success));
            futures.put(topic, future);
        }
        return futures;
    }

    private static final class Created extends CreateTopicsResult {
        Created(Map<String, KafkaFuture<TopicMetadataAndConfig>> futures) {
            super(futures);
        }
    }

    private static final class Deleted extends DeleteTopicsResult {
        @SuppressWarnings("NullAway")
        Deleted(Map<String, KafkaFuture<Void>> futures) {
            super(null, futures);
        }
    }
}
