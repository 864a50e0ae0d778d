package dev.squeeze.feature.watch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Chooses the offsets to read in a round within a budget of bytes. Every topic with new records gets two, topics that
 * waited longest first. The rest of the budget is divided by the square root of new bytes, which favors large topics
 * without neglecting small ones, up to a fixed part of each topic. Within a topic, offsets are spread evenly over all
 * new records, regardless of partitions.
 */
final class DrawPlan {
    /** Bytes of the response and the request in addition to batches, per partition. */
    static final int OVERHEAD_BYTES = 160;

    private static final int AT_LEAST = 2;
    private static final int AT_MOST = 24;
    /** Reading more of a topic than this is not worthwhile, however large the budget is. */
    private static final double PART_OF_TOPIC = 0.25;

    private DrawPlan() {}

    /**
     * @param budgetBytes maximum bytes of all responses
     * @return the draws, grouped by topic
     */
    static List<Draw> of(List<TopicPositions> topics, double budgetBytes, SplittableRandom random) {
        List<TopicPositions> active = topics.stream()
                .filter(topic -> topic.fresh() > 0)
                .sorted(Comparator.comparingLong(TopicPositions::readAtRound))
                .toList();
        Map<TopicPositions, Integer> numbers = new IdentityHashMap<>();
        double left = budgetBytes;
        double roots = 0;
        for (TopicPositions topic : active) {
            int wanted = Math.min(AT_LEAST, Math.max(1, topic.freshPartitions()));
            double cost = wanted * cost(topic);
            // One topic is read however small the budget is; otherwise nothing would ever be read.
            if (cost <= left || numbers.isEmpty()) {
                numbers.put(topic, wanted);
                left -= cost;
                roots += Math.sqrt(topic.freshBytes());
            }
        }
        List<Draw> draws = new ArrayList<>();
        for (TopicPositions topic : active) {
            Integer least = numbers.get(topic);
            if (least != null) {
                double share = left <= 0 || roots == 0 ? 0 : left * Math.sqrt(topic.freshBytes()) / roots;
                double most = Math.min(share, PART_OF_TOPIC * topic.freshBytes());
                int more = (int) Math.min(AT_MOST, most / cost(topic));
                draws.addAll(spread(topic, Math.min(AT_MOST, least + more), random));
            }
        }
        return draws;
    }

    /** Maximum bytes of a draw. */
    static double cost(TopicPositions topic) {
        return topic.askBytes() + (double) OVERHEAD_BYTES;
    }

    /**
     * Spreads draws evenly over the new offsets, from a random start; a partition that fits into one response is read
     * completely.
     */
    private static List<Draw> spread(TopicPositions topic, int number, SplittableRandom random) {
        List<Draw> draws = new ArrayList<>();
        long all = topic.fresh();
        int wanted = (int) Math.min(number, all);
        double step = (double) all / wanted;
        double next = random.nextDouble() * step;
        long passed = 0;
        for (int partition = 0; partition < topic.partitions(); partition++) {
            long fresh = topic.fresh(partition);
            boolean whole = topic.fits(fresh);
            int drawn = 0;
            for (; next < passed + fresh; next += step) {
                drawn++;
                if (!whole) {
                    long offset = topic.observed(partition) + (long) Math.max(0, next - passed);
                    draws.add(new Draw(topic, partition, offset, false, 1));
                }
            }
            if (whole && drawn > 0) {
                draws.add(new Draw(topic, partition, topic.observed(partition), true, drawn));
            }
            passed += fresh;
        }
        return draws;
    }

    /**
     * Groups draws into fetch requests: no partition twice in a request, similar fetch sizes, and at most
     * {@code maxBytes}.
     */
    static List<List<Draw>> requests(List<Draw> draws, int maxBytes) {
        Map<Long, List<Draw>> groups = new TreeMap<>();
        Map<TopicPositions, Map<Integer, Integer>> repeats = new IdentityHashMap<>();
        for (Draw draw : draws) {
            int repeat = repeats.computeIfAbsent(draw.topic(), topic -> new TreeMap<>())
                    .merge(draw.partition(), 1, Integer::sum);
            groups.computeIfAbsent((long) repeat << 32 | draw.topic().askBytes(), key -> new ArrayList<>())
                    .add(draw);
        }
        List<List<Draw>> requests = new ArrayList<>();
        for (List<Draw> group : groups.values()) {
            int most = Math.max(1, maxBytes / group.get(0).topic().askBytes());
            for (int from = 0; from < group.size(); from += most) {
                requests.add(group.subList(from, Math.min(group.size(), from + most)));
            }
        }
        return requests;
    }
}
