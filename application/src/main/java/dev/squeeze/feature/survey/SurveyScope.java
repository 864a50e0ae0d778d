package dev.squeeze.feature.survey;

import com.fasterxml.jackson.annotation.JsonAlias;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Which topics of a cluster were surveyed, and how.
 *
 * @param bootstrap address of the cluster, as given
 * @param include regular expressions, one of which a topic's name must match; empty for all topics
 * @param exclude regular expressions, none of which a topic's name may match
 * @param internal whether Kafka's internal topics were surveyed as well
 * @param topicsOfCluster number of topics that the user may see
 * @param internalLeftOut number of these left out because they are Kafka's internal topics
 * @param filteredOut number of these left out by include and exclude
 * @param resumed number of topics taken over from an earlier survey
 * @param resumedFrom when the oldest survey started that they are from; absent if there are none, or if it is unknown
 * @param parallel topics read at a time; with workers, by each of them
 * @param maxBytesPerSecond limit of all reading together
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
