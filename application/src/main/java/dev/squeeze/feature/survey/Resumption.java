package dev.squeeze.feature.survey;

import dev.squeeze.kit.unit.UsageException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/** Takes over results of an earlier survey. */
final class Resumption {
    private static final String NOT_GIVEN = "not given";

    private Resumption() {}

    /**
     * Returns the earlier appraisals of the topics that are wanted now. Topics that could not be read then are read
     * again.
     *
     * @throws UsageException if the earlier survey used another basis; the message names the difference
     */
    static List<TopicAppraisal> of(EarlierSurvey earlier, SurveyBasis now, List<SurveyTopic> topics) {
        SurveyBasis then = earlier.basis();
        same("the cluster", then.clusterId().orElse("unknown"), now.clusterId().orElse("unknown"));
        same("--sample", then.sampleBytes() + " bytes", now.sampleBytes() + " bytes");
        same("--seed", then.seed(), now.seed());
        same("--prices", then.prices().name(), now.prices().name());
        same("the number of brokers", then.brokers(), now.brokers());
        same("--zones", then.zones(), now.zones());
        same("--consumer-groups", then.consumerGroups(), now.consumerGroups());
        same("--rate", then.rate(), now.rate());
        same("--partitions", then.partitions(), now.partitions());
        same("--producers", then.producers(), now.producers());
        same("--replication-factor", then.replicationFactor(), now.replicationFactor());
        same("--retention", then.retention(), now.retention());
        same("--local-retention", then.localRetention(), now.localRetention());
        if (!then.equals(now)) {
            throw new UsageException(
                    "--resume: the earlier survey used different prices, --max-latency or --round-trip: use the same");
        }
        Set<String> wanted = topics.stream().map(SurveyTopic::name).collect(Collectors.toSet());
        return earlier.topics().stream()
                .filter(topic -> topic.outcome() != TopicAppraisal.Outcome.NOT_APPRAISED)
                .filter(topic -> wanted.contains(topic.topic()))
                .toList();
    }

    private static void same(String what, Object then, Object now) {
        if (!then.equals(now)) {
            throw new UsageException("--resume: " + what + " was " + shown(then) + " in the earlier survey and is "
                    + shown(now) + " now: give the same, or start again without --resume");
        }
    }

    private static Object shown(Object given) {
        if (given instanceof Optional<?> optional) {
            return optional.isPresent() ? optional.get() : NOT_GIVEN;
        }
        if (given instanceof OptionalInt optional) {
            return optional.isPresent() ? optional.getAsInt() : NOT_GIVEN;
        }
        return given;
    }
}
