package dev.squeeze.feature.survey;

import com.fasterxml.jackson.annotation.JsonAlias;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Which topics of a cluster were surveyed, and how.
 *
 * @param bootstrap address of the cluster, as given
 * @param include regular expressions of which a topic's name has to match one; empty for all
 * @param exclude regular expressions of which it may match none
 * @param internal whether Kafka's own topics were surveyed too
 * @param topicsOfCluster that we may see
 * @param internalLeftOut of them, since they are Kafka's own
 * @param filteredOut of them, by include and exclude
 * @param resumed topics taken over from an earlier survey
 * @param resumedFrom when the oldest survey began that they are from; absent where there are none, or it is not known
 * @param parallel topics read at a time, by each worker where there are some
 * @param maxBytesPerSecond of all reading together
 * @param order of the topics
 * @param rows in each table of the text
 */
public record SurveyScope(
        String bootstrap,
        List<String> include,
        List<String> exclude,
        boolean internal,
        int topicsOfCluster,
        int internalLeftOut,
        int filteredOut,
        int resumed,
        Optional<Instant> resumedFrom,
        int parallel,
        @JsonAlias("mostBytesPerSecond") double maxBytesPerSecond,
        SurveyOrder order,
        int rows) {
    public SurveyScope {
        include = List.copyOf(include);
        exclude = List.copyOf(exclude);
    }
}
