package dev.squeeze.feature.survey;

import dev.squeeze.engine.workload.TopicOnCluster;
import dev.squeeze.kit.cluster.Answer;
import dev.squeeze.kit.cluster.ClusterFacts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The topics of a survey, largest first, so that an interrupted survey has covered those that matter most.
 *
 * @param refusals what the cluster did not report about them
 */
record SurveyTopics(List<SurveyTopic> topics, List<String> refusals) {
    SurveyTopics {
        topics = List.copyOf(topics);
        refusals = List.copyOf(refusals);
    }

    static SurveyTopics of(ClusterFacts facts, List<ClusterFacts.Topic> chosen) {
        Answer<Map<String, Long>> stored = facts.storedBytes();
        List<SurveyTopic> topics = new ArrayList<>();
        List<String> refused = new ArrayList<>();
        for (TopicOnCluster topic : TopicOnCluster.ask(facts, chosen)) {
            topic.settings().refusal().ifPresent(refused::add);
            Long bytes = stored.value().map(all -> all.get(topic.name())).orElse(null);
            topics.add(new SurveyTopic(topic, bytes == null ? OptionalLong.empty() : OptionalLong.of(bytes)));
        }
        topics.sort(Comparator.comparingLong(
                        (SurveyTopic topic) -> topic.storedBytes().orElse(0))
                .reversed()
                .thenComparing(SurveyTopic::name));
        return new SurveyTopics(topics, words(stored, refused, chosen.size()));
    }

    private static List<String> words(Answer<Map<String, Long>> stored, List<String> refused, int topics) {
        List<String> words = new ArrayList<>();
        stored.refusal()
                .ifPresent(why -> words.add("stored bytes of topics (" + why + "): estimated from what was read"));
        if (!refused.isEmpty()) {
            words.add("the settings of " + refused.size() + " of " + topics + " topics (" + refused.get(0)
                    + (refused.size() > 1 ? ", and so on" : "") + "): their retention is assumed");
        }
        return words;
    }
}
