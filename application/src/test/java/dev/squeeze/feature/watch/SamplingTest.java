package dev.squeeze.feature.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A sample of many batches is representative of all of them. */
class SamplingTest {
    private static final int LZ4 = 3;
    private static final int ZSTD = 4;

    /** A topic with this many new offsets in each partition. */
    private static TopicPositions topic(String name, long... passed) {
        TopicPositions topic = new TopicPositions(name, passed.length);
        for (int partition = 0; partition < passed.length; partition++) {
            topic.end(partition, 1_000);
            topic.end(partition, 1_000 + passed[partition]);
        }
        return topic;
    }

    /** Batches of one record and of a hundred, with different sizes and codecs. */
    private static List<SeenBatch> mixed(int count) {
        List<SeenBatch> batches = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            batches.add(i % 2 == 0 ? new SeenBatch(1, LZ4, 1, 200, 0) : new SeenBatch(2, ZSTD, 100, 5_000, 10));
        }
        return batches;
    }

    @Test
    void batchesAtRandomOffsetsGiveTheMeansOfAllRecordsAlthoughLongOnesAreFoundMoreOften() {
        List<SeenBatch> all = mixed(2_000);
        SplittableRandom random = new SplittableRandom(1);
        Composition composition = new Composition();
        for (int draw = 0; draw < 4_000; draw++) {
            // A pair has 101 records, the first of which is a batch of its own.
            int at = 2 * random.nextInt(990) + (random.nextInt(101) == 0 ? 0 : 1);
            int length = 1 + random.nextInt(4);
            composition.add(all.subList(at, at + length), false, 1);
        }

        double records = 101_000;
        assertThat(composition.batches(records)).isCloseTo(2_000, within(200.0));
        assertThat(composition.storedBytes(records)).isCloseTo(1_000 * 5_200.0, within(150_000.0));
        assertThat(composition.codecs(records)).anySatisfy(part -> {
            assertThat(part.codecId()).isEqualTo(ZSTD);
            assertThat(part.records() / records).isCloseTo(100 / 101.0, within(0.01));
        });
    }

    @Test
    void everyTopicIsReadWhereTheBudgetAllowsAndLargeOnesMoreOften() {
        TopicPositions large = topic("large", 1_000_000, 1_000_000);
        TopicPositions small = topic("small", 50);
        TopicPositions silent = topic("silent", 0);

        List<Draw> draws = DrawPlan.of(List.of(large, small, silent), 4 << 20, new SplittableRandom(2));

        assertThat(draws).filteredOn(draw -> draw.topic() == large).hasSizeGreaterThan(10);
        assertThat(draws).filteredOn(draw -> draw.topic() == small).isNotEmpty();
        assertThat(draws).noneMatch(draw -> draw.topic() == silent);
        assertThat(draws).allSatisfy(draw -> assertThat(draw.offset())
                .isBetween(1_000L, draw.topic().end(draw.partition()) - 1));
    }

    @Test
    void aBudgetThatIsTooSmallForAllComesRoundToEach() {
        List<TopicPositions> topics =
                IntStream.range(0, 40).mapToObj(i -> topic("t" + i, 10_000)).toList();
        double budget = 5 * 2 * DrawPlan.cost(topics.get(0));
        List<TopicPositions> read = new ArrayList<>();

        for (int round = 1; round <= 20; round++) {
            int number = round;
            List<Draw> draws = DrawPlan.of(topics, budget, new SplittableRandom(round));
            assertThat(draws.stream()
                            .mapToDouble(draw -> DrawPlan.cost(draw.topic()))
                            .sum())
                    .isLessThanOrEqualTo(budget);
            draws.stream().map(Draw::topic).distinct().forEach(topic -> {
                read.add(topic);
                topic.observedAll(number);
                topic.end(0, topic.end(0) + 10_000);
            });
            topics.forEach(topic -> topic.end(0, topic.end(0) + 100));
        }

        assertThat(read).containsAll(topics);
    }

    @Test
    void noPartitionStandsTwiceInARequestAndNoneIsLargerThanItMayBe() {
        TopicPositions topic = topic("one", 500_000);
        List<Draw> draws = DrawPlan.of(List.of(topic), 8 << 20, new SplittableRandom(3));

        List<List<Draw>> requests = DrawPlan.requests(draws, 1 << 20);

        assertThat(requests.stream().mapToInt(List::size).sum()).isEqualTo(draws.size());
        assertThat(requests).allSatisfy(request -> {
            assertThat(request.stream().map(Draw::partition).distinct().count()).isEqualTo(request.size());
            assertThat(request.size() * (long) topic.askBytes()).isLessThanOrEqualTo(1 << 20);
        });
    }
}
