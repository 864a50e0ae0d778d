package dev.squeeze.feature.explain;

import dev.squeeze.engine.encoding.DataFormat;
import dev.squeeze.engine.measure.SweepListener;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The effect of records sharing batches with other records. With another key, similar records go to the same partition,
 * and batches have fewer of them, because the batches of all partitions fill at the same time. With a topic for each
 * type of record, all records of a batch are similar, and producers fill the batches of several topics at the same
 * time. Producers are simulated again, and the same records are compared in today's batches and in the new ones.
 */
final class OtherBatches {
    private final BatchForming forming;
    private final ValueFormatGuess format;
    private final Duration budget;
    private final SweepListener listener;
    private final FormedSizes today;

    /** @param budget for compressing today's batches, and the same again for each trial */
    OtherBatches(BatchForming forming, ValueFormatGuess format, Duration budget, BooleanSupplier stop) {
        this.forming = forming;
        this.format = format;
        this.budget = budget;
        this.listener = SweepListener.stoppedBy(stop);
        this.today = FormedSizes.compress(DataFormat.AS_THEY_ARE, forming, budget, listener);
    }

    /** Share of the stored bytes saved by using a field as the key; empty if too few batches were compressed. */
    Optional<ConfidenceInterval> savedByKey(String path) {
        FieldNames names = new FieldNames();
        ValueParser parser = format.parser(names);
        List<BatchRecord> keyed = forming.sent().records().stream()
                .map(record -> keyed(record, path, names, parser))
                .toList();
        return saved(forming.ofRecords(keyed, forming.costs().workload().recordBytes(), true)
                .batches());
    }

    /** Share of the stored bytes saved by a topic for each type; records of no type get one too. */
    Optional<ConfidenceInterval> savedByTopics(RecordTypes types, ValueParser parser) {
        List<BatchRecord> all = forming.sent().records();
        return saved(IntStream.range(0, all.size())
                .boxed()
                .collect(Collectors.groupingBy(
                        place -> types.of(
                                Optional.ofNullable(all.get(place).value()).flatMap(parser::parse)),
                        TreeMap::new,
                        Collectors.toList()))
                .values()
                .stream()
                .flatMap(places -> forming.inTopicOfItsOwn(places).batches().stream())
                .toList());
    }

    private Optional<ConfidenceInterval> saved(List<List<BatchRecord>> batches) {
        if (listener.stopRequested()) {
            return Optional.empty();
        }
        FormedSizes then = FormedSizes.compress(DataFormat.AS_THEY_ARE, forming, batches, budget, listener);
        return new SameRecords(List.of(today, then))
                .against(1)
                .map(against -> new ConfidenceInterval(
                        1 - against.estimate(), 1 - against.high(), 1 - against.low(), against.n(), false));
    }

    private static BatchRecord keyed(BatchRecord record, String path, FieldNames names, ValueParser parser) {
        byte[] value = record.value();
        List<byte[]> keys = new ArrayList<>();
        Optional<ValueTree> tree = value == null ? Optional.empty() : parser.parse(value);
        tree.ifPresent(known -> known.each(node -> {
            if (node.isLeaf() && names.field(node.field()).path().equals(path)) {
                keys.add(ValueRewrite.text(known.bytes(), node.start(), node.end())
                        .getBytes(StandardCharsets.UTF_8));
            }
        }));
        return new BatchRecord(
                keys.isEmpty() ? record.key() : keys.get(0), value, record.headers(), record.timestampMillis());
    }
}
