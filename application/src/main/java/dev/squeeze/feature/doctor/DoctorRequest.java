package dev.squeeze.feature.doctor;

import dev.squeeze.kit.cli.FollowUpCommand;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.source.TopicAccess;
import java.util.List;
import java.util.Optional;

/**
 * What the user asked of the doctor, without mistakes.
 *
 * @param scope which topics are examined
 * @param thresholds of the checks
 * @param failOn the least severity that fails the examination; absent: none does
 * @param options what money is computed with
 * @param clients settings that the log does not show
 * @param jmx addresses of brokers' metrics; empty: they are not asked
 * @param cluster that is examined
 * @param access how a topic is read
 * @param advise the same question about one topic, all its settings together
 * @param survey what other settings would save of each topic
 */
record DoctorRequest(
        DoctorScope scope,
        Thresholds thresholds,
        Optional<Severity> failOn,
        TrafficOptions options,
        ClientSettings clients,
        List<String> jmx,
        RemoteCluster cluster,
        TopicAccess access,
        FollowUpCommand advise,
        FollowUpCommand survey) {}
