package dev.squeeze.kit.cluster;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListGroupsOptions;
import org.apache.kafka.common.TopicPartition;

/** Counts the consumer groups of each topic, by their committed offsets. */
final class GroupsByTopic {
    /** Groups per request: a response contains an offset for each of their partitions. */
    private static final int GROUPS_AT_ONCE = 200;

    /** More groups would take minutes. */
    private static final int MAX_GROUPS = 4_000;

    private GroupsByTopic() {}

    static Map<String, Integer> count(TopicAdmin admin) throws Exception {
        List<String> groups = admin
                .get(admin.kafka()
                        .listGroups(ListGroupsOptions.forConsumerGroups())
                        .all())
                .stream()
                .map(GroupListing::groupId)
                .sorted()
                .toList();
        if (groups.size() > MAX_GROUPS) {
            throw new ClusterException(
                    "it has " + groups.size() + " consumer groups, and at most " + MAX_GROUPS + " are queried");
        }
        Map<String, Integer> byTopic = new TreeMap<>();
        for (int from = 0; from < groups.size(); from += GROUPS_AT_ONCE) {
            count(admin, groups.subList(from, Math.min(groups.size(), from + GROUPS_AT_ONCE)), byTopic);
        }
        return byTopic;
    }

    private static void count(TopicAdmin admin, List<String> groups, Map<String, Integer> byTopic) throws Exception {
        Map<String, ListConsumerGroupOffsetsSpec> questions = new HashMap<>();
        groups.forEach(group -> questions.put(group, new ListConsumerGroupOffsetsSpec()));
        admin.get(admin.kafka().listConsumerGroupOffsets(questions).all()).values().stream()
                .flatMap(offsets -> offsets.entrySet().stream()
                        // A partition without an offset has the value null.
                        .filter(offset -> offset.getValue() != null)
                        .map(offset -> offset.getKey())
                        .map(TopicPartition::topic)
                        .collect(Collectors.toSet())
                        .stream())
                .forEach(topic -> byTopic.merge(topic, 1, Integer::sum));
    }
}
