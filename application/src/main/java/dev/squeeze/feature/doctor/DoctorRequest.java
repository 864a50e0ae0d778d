package dev.squeeze.feature.doctor;

import dev.squeeze.kit.cli.FollowUpCommand;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.source.TopicAccess;
import java.util.List;
import java.util.Optional;

/**
 * A validated request for {@code squeeze doctor}.
 *
 * @param scope which topics are examined
 * @param thresholds of the checks
 * @param failOn minimum severity that fails the run; absent if none does
 * @param options what money is computed from
 * @param clients client settings, which the log does not show
 * @param jmx JMX addresses of brokers; may be empty
 * @param cluster that is examined
 * @param access how a topic is read
 * @param advise the command that examines all settings of one topic together
 * @param survey the command that computes what other settings would save for each topic
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
