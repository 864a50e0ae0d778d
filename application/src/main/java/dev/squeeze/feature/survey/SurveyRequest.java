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
 * What the user asked of a survey, without mistakes.
 *
 * @param cluster whose topics are surveyed
 * @param access how a topic is read
 * @param topics which are wanted
 * @param given what they are judged by, as far as flags say it
 * @param earlier what an earlier survey spares this one
 * @param workers on other machines that survey instead of this process; empty for none
 * @param parallel topics read at a time, in each worker
 * @param order of the topics in the result
 * @param rows in each table of the text
 * @param resuming the command that goes on where this survey ended
 * @param advise the same question about one topic
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
     * @param include regular expressions as given, of which a name has to match one; empty for all
     * @param exclude regular expressions as given, of which a name may match none
     * @param filter of both
     * @param internal whether Kafka's own topics are wanted too
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
