package dev.squeeze.feature.survey;

import dev.squeeze.engine.workers.CrewPlan;
import dev.squeeze.kit.cli.FollowUpCommand;
import dev.squeeze.kit.cli.TopicFilter;
import dev.squeeze.kit.cluster.ClusterFacts;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.source.TopicAccess;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A validated request for a survey.
 *
 * @param cluster whose topics are surveyed
 * @param access how a topic is read
 * @param topics which topics are wanted
 * @param given what topics are appraised with, as far as flags give it
 * @param earlier an earlier survey to resume
 * @param workers on other machines that survey instead of this process; empty to survey in this process
 * @param parallel topics read at a time, in each worker
 * @param order of the topics in the result
 * @param rows in each table of the text
 * @param resuming the command that continues this survey
 * @param advise the command that examines one topic with the same flags
 */
record SurveyRequest(
        RemoteCluster cluster,
        TopicAccess access,
        Wanted topics,
        GivenBasis given,
        Optional<EarlierSurvey> earlier,
        Optional<CrewPlan> workers,
        int parallel,
        SurveyOrder order,
        int rows,
        String resuming,
        FollowUpCommand advise) {
    /**
     * Which topics are wanted.
     *
     * @param include regular expressions as given, one of which a name must match; empty for all topics
     * @param exclude regular expressions as given, none of which a name may match
     * @param filter combines both
     * @param internal whether Kafka's internal topics are wanted as well
     */
    record Wanted(List<String> include, List<String> exclude, TopicFilter filter, boolean internal) {
        List<ClusterFacts.Topic> withoutInternal(List<ClusterFacts.Topic> seen) {
            return seen.stream().filter(topic -> internal || !topic.internal()).toList();
        }

        List<ClusterFacts.Topic> matching(List<ClusterFacts.Topic> topics) {
            return topics.stream().filter(topic -> filter.takes(topic.name())).toList();
        }
    }

    SurveyScope scope(int seen, int withoutInternal, int chosen, int resumed) {
        Optional<Instant> resumedFrom = resumed == 0 ? Optional.empty() : earlier.map(EarlierSurvey::from);
        return new SurveyScope(
                cluster.bootstrap(),
                topics.include(),
                topics.exclude(),
                topics.internal(),
                seen,
                seen - withoutInternal,
                withoutInternal - chosen,
                resumed,
                resumedFrom,
                parallel,
                access.maxBytesPerSecond().bytesPerSecond(),
                order,
                rows);
    }
}
