package dev.squeeze.feature.watch;

import dev.squeeze.engine.history.TopicRow;
import dev.squeeze.engine.history.TopicRow.CodecPart;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/** Sums of a topic over the rounds of a slot. */
final class TopicTally {
    /** More producers than this are not counted separately in a slot. */
    private static final int MAX_PRODUCERS = 1 << 10;

    private final String topic;
    private long records;
    private double batches;
    private double storedBytes;
    private double spanSum;
    private double spannedBatches;
    private long sampledBatches;
    private final Map<Integer, double[]> codecs = new TreeMap<>();
    private final Set<Long> producers = new HashSet<>();

    TopicTally(String topic) {
        this.topic = topic;
    }

    void add(TopicRound round) {
        Composition composition = round.composition();
        double more = composition.batches(round.records());
        records += round.records();
        batches += more;
        storedBytes += composition.storedBytes(round.records());
        sampledBatches += composition.sampledBatches();
        composition.spanMillis().ifPresent(span -> {
            spanSum += span * more;
            spannedBatches += more;
        });
        for (CodecPart part : composition.codecs(round.records())) {
            double[] sums = codecs.computeIfAbsent(part.codecId(), codec -> new double[2]);
            sums[0] += part.records();
            sums[1] += part.storedBytes();
        }
        for (SeenBatch batch : round.batches()) {
            if (producers.size() < MAX_PRODUCERS) {
                producers.add(batch.producerId());
            }
        }
    }

    TopicRow row(OptionalLong recompressed) {
        List<CodecPart> parts = codecs.entrySet().stream()
                .map(codec -> new CodecPart(codec.getKey(), codec.getValue()[0], codec.getValue()[1]))
                .toList();
        return new TopicRow(
                topic,
                records,
                batches,
                storedBytes,
                parts,
                spannedBatches > 0 ? OptionalDouble.of(spanSum / spannedBatches) : OptionalDouble.empty(),
                producers.size(),
                sampledBatches,
                recompressed);
    }
}
