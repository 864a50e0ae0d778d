package dev.squeeze.feature.survey;

import dev.squeeze.engine.predict.Prices;
import dev.squeeze.engine.workload.GivenWorkload;
import dev.squeeze.engine.workload.TopicHosting;
import dev.squeeze.engine.workload.WorkloadPart;
import java.util.Optional;

/**
 * What all topics of a survey are appraised with, as far as flags give it.
 *
 * @param sampleBytes maximum stored bytes to fetch from a topic
 * @param seed of every random choice
 * @param workload what flags give of the topics' workloads
 * @param maxLatencyMillis limit of the 99th percentile of the time from send() to acknowledgement
 * @param prices of bytes and cores
 */
record GivenBasis(long sampleBytes, long seed, GivenWorkload workload, double maxLatencyMillis, Prices prices) {
    /** @param topic any topic of the cluster: brokers and zones are the same for all */
    SurveyBasis on(Optional<String> clusterId, TopicHosting topic) {
        return new SurveyBasis(
                clusterId,
                sampleBytes,
                seed,
                topic.brokers(),
                topic.zones(),
                workload.number(WorkloadPart.CONSUMER_GROUPS),
                workload.retention(),
                workload.localRetention(),
                workload.roundTripMillis(),
                maxLatencyMillis,
                prices,
                workload.rate(),
                workload.number(WorkloadPart.PARTITIONS),
                workload.number(WorkloadPart.PRODUCERS),
                workload.number(WorkloadPart.REPLICATION_FACTOR));
    }
}
