package dev.squeeze.feature.survey;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.squeeze.engine.predict.Prices;
import dev.squeeze.engine.workload.GivenWorkload;
import dev.squeeze.engine.workload.TopicOnCluster;
import dev.squeeze.engine.workload.WorkloadPart;
import dev.squeeze.kit.cluster.Answer;
import dev.squeeze.kit.document.ResultJson;
import dev.squeeze.kit.document.ResultReader;
import dev.squeeze.kit.unit.ArrivalRate;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a worker appraises topics with, as it is sent through the control cluster. The topics follow one by one. Nothing
 * is rounded in transit, so a worker gets the same results as a single process would.
 *
 * @param clusterId of the surveyed cluster; absent if it reports none
 * @param parallel topics at a time in this worker
 * @param maxBytesPerSecond limit of this worker
 * @param now end of the period in which a topic without new records counts as silent
 * @param sampleBytes as in {@link GivenBasis}, like the parameters up to {@code prices}
 * @param recordsPerSecond of every topic; absent if each has its own rate, or if the rate is given in bytes
 * @param numbers of the workload, by name
 */
record SurveyTask(
        Optional<String> clusterId,
        int parallel,
        long maxBytesPerSecond,
        Instant now,
        long sampleBytes,
        long seed,
        double maxLatencyMillis,
        Prices prices,
        OptionalDouble recordsPerSecond,
        OptionalDouble bytesPerSecond,
        Optional<Duration> retention,
        Optional<Duration> localRetention,
        double roundTripMillis,
        Map<String, Integer> numbers) {
    static final String KIND = "survey";

    private static final ResultReader READER = new ResultReader(List.of());

    SurveyTask {
        numbers = Map.copyOf(numbers);
    }

    static SurveyTask of(
            Optional<String> clusterId, int parallel, long maxBytesPerSecond, Instant now, GivenBasis basis) {
        GivenWorkload workload = basis.workload();
        Map<String, Integer> numbers = new TreeMap<>();
        workload.numbers().forEach((part, number) -> numbers.put(part.name(), number));
        return new SurveyTask(
                clusterId,
                parallel,
                maxBytesPerSecond,
                now,
                basis.sampleBytes(),
                basis.seed(),
                basis.maxLatencyMillis(),
                basis.prices(),
                workload.rate().isPresent() && workload.rate().get() instanceof ArrivalRate.RecordsPerSecond rate
                        ? OptionalDouble.of(rate.recordsPerSecond())
                        : OptionalDouble.empty(),
                workload.rate().isPresent() && workload.rate().get() instanceof ArrivalRate.BytesPerSecond rate
                        ? OptionalDouble.of(rate.bytesPerSecond())
                        : OptionalDouble.empty(),
                workload.retention(),
                workload.localRetention(),
                workload.roundTripMillis(),
                numbers);
    }

    /** @throws IllegalArgumentException if it is malformed */
    static SurveyTask of(JsonNode json) {
        return READER.part(json, SurveyTask.class);
    }

    ObjectNode toJson() {
        return ResultJson.tree(this);
    }

    GivenBasis basis() {
        Map<WorkloadPart, Integer> parts = new EnumMap<>(WorkloadPart.class);
        numbers.forEach((part, number) -> parts.put(WorkloadPart.valueOf(part), number));
        Optional<ArrivalRate> rate = recordsPerSecond.isPresent()
                ? Optional.of(new ArrivalRate.RecordsPerSecond(recordsPerSecond.getAsDouble()))
                : bytesPerSecond.isPresent()
                        ? Optional.of(new ArrivalRate.BytesPerSecond(bytesPerSecond.getAsDouble()))
                        : Optional.empty();
        return new GivenBasis(
                sampleBytes,
                seed,
                new GivenWorkload(rate, retention, localRetention, roundTripMillis, parts),
                maxLatencyMillis,
                prices);
    }

    /** A topic with what the cluster reports about it, so that workers do not query it again. */
    record Topic(
            String name,
            int partitions,
            int replicationFactor,
            int brokers,
            OptionalInt racks,
            Optional<Map<String, String>> settings,
            Optional<String> settingsRefused,
            Set<String> ownSettings,
            OptionalInt consumerGroups,
            Optional<String> consumerGroupsRefused,
            OptionalLong storedBytes) {
        static Topic of(SurveyTopic topic) {
            TopicOnCluster cluster = topic.cluster();
            return new Topic(
                    cluster.name(),
                    cluster.partitions(),
                    cluster.replicationFactor(),
                    cluster.brokers(),
                    cluster.racks(),
                    cluster.settings().value(),
                    cluster.settings().refusal(),
                    cluster.ownSettings(),
                    cluster.consumerGroups().value().map(OptionalInt::of).orElse(OptionalInt.empty()),
                    cluster.consumerGroups().refusal(),
                    topic.storedBytes());
        }

        /** @throws IllegalArgumentException if it is malformed */
        static Topic of(JsonNode json) {
            return READER.part(json, Topic.class);
        }

        ObjectNode toJson() {
            return ResultJson.tree(this);
        }

        SurveyTopic topic() {
            Optional<Integer> groups =
                    consumerGroups.isPresent() ? Optional.of(consumerGroups.getAsInt()) : Optional.empty();
            return new SurveyTopic(
                    new TopicOnCluster(
                            name,
                            partitions,
                            replicationFactor,
                            brokers,
                            racks,
                            answer(settings, settingsRefused),
                            ownSettings,
                            answer(groups, consumerGroupsRefused)),
                    storedBytes);
        }

        private static <T> Answer<T> answer(Optional<T> given, Optional<String> refused) {
            return given.isPresent() ? new Answer.Given<>(given.get()) : new Answer.Refused<>(refused.orElse(""));
        }
    }

    /** @throws IllegalArgumentException if it is malformed */
    static TopicAppraisal appraisal(JsonNode json) {
        return READER.part(json, TopicAppraisal.class);
    }
}
