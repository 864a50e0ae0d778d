package dev.squeeze.engine.history;

import dev.squeeze.engine.history.HistorySlot.BrokerRow;
import dev.squeeze.engine.history.TopicRow.CodecPart;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Encodes and decodes the entries of a history file. Names are written once per file and numbered in order, so that a
 * row of a topic takes about 30 bytes.
 */
final class Entries {
    private static final int START = 1;
    private static final int NAME = 2;
    private static final int FACTS = 3;
    private static final int SLOT = 4;
    private static final int MARK = 5;

    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> names = new ArrayList<>();

    /** The encoded entry, preceded by entries for names that the file does not contain yet. */
    List<byte[]> pack(HistorySlot slot) {
        List<byte[]> entries = new ArrayList<>();
        Packer packer = new Packer()
                .byteOf(SLOT)
                .time(slot.start())
                .number(slot.length().toMillis())
                .number(slot.load().requests())
                .number(slot.load().sentBytes())
                .number(slot.load().receivedBytes())
                .number(slot.load().adminRequests())
                .number(slot.load().batchBytes());
        packer.number(slot.brokers().size());
        for (BrokerRow broker : slot.brokers()) {
            packer.number(numberOf(broker.address(), entries::add)).number(broker.cpuNanos());
        }
        packer.number(slot.topics().size());
        for (TopicRow row : slot.topics()) {
            packer.number(numberOf(row.topic(), entries::add));
            row(packer, row);
        }
        entries.add(packer.toBytes());
        return entries;
    }

    private static void row(Packer packer, TopicRow row) {
        packer.number(row.records())
                .fraction(row.batches())
                .number(Math.round(row.storedBytes()))
                .fraction(row.spanMillis().isPresent() ? row.spanMillis().getAsDouble() : -1)
                .number(row.producers())
                .number(row.sampledBatches())
                .optional(row.recompressed())
                .number(row.codecs().size());
        for (CodecPart codec : row.codecs()) {
            packer.byteOf(codec.codecId()).number(Math.round(codec.records())).number(Math.round(codec.storedBytes()));
        }
    }

    List<byte[]> pack(Mark mark) {
        List<byte[]> entries = new ArrayList<>();
        int topic = numberOf(mark.topic(), entries::add);
        entries.add(new Packer()
                .byteOf(MARK)
                .time(mark.at())
                .text(mark.kind().name())
                .number(topic)
                .optional(mark.producerId())
                .optional(mark.codecBefore())
                .optional(mark.codecAfter())
                .text(mark.words())
                .toBytes());
        return entries;
    }

    List<byte[]> pack(TopicFacts facts) {
        List<byte[]> entries = new ArrayList<>();
        int topic = numberOf(facts.topic(), entries::add);
        Packer packer = new Packer()
                .byteOf(FACTS)
                .time(facts.at())
                .number(topic)
                .number(facts.partitions())
                .number(facts.replicationFactor())
                .number(facts.brokers())
                .optional(facts.racks())
                .optional(facts.consumerGroups())
                .number(facts.settings().map(settings -> settings.size() + 1).orElse(0));
        new TreeMap<>(facts.settings().orElse(Map.of()))
                .forEach((key, value) -> packer.text(key).text(value));
        entries.add(packer.toBytes());
        return entries;
    }

    List<byte[]> pack(WatchStart start) {
        return List.of(new Packer()
                .byteOf(START)
                .time(start.at())
                .text(start.bootstrap())
                .number(start.interval().toMillis())
                .number(Math.round(start.maxBytesPerSecond()))
                .toBytes());
    }

    private int numberOf(String name, Consumer<byte[]> entries) {
        Integer known = numbers.get(name);
        if (known != null) {
            return known;
        }
        entries.accept(new Packer().byteOf(NAME).text(name).toBytes());
        return learn(name);
    }

    private int learn(String name) {
        numbers.put(name, names.size());
        names.add(name);
        return names.size() - 1;
    }

    /**
     * Decodes an entry and passes it to the visitor; names are remembered.
     *
     * @throws IllegalArgumentException if the bytes are not a valid entry
     */
    void unpack(ByteBuffer bytes, HistoryVisitor visitor) {
        Unpacker entry = new Unpacker(bytes);
        int kind = entry.byteOf();
        switch (kind) {
            case START -> visitor.start(new WatchStart(entry.time(), entry.text(), entry.length(), entry.number()));
            case NAME -> learn(entry.text());
            case FACTS -> visitor.facts(facts(entry));
            case SLOT -> visitor.slot(slot(entry));
            case MARK -> visitor.mark(mark(entry));
            default -> throw new IllegalArgumentException("an entry of the unknown kind " + kind);
        }
    }

    private String name(long number) {
        if (number >= names.size()) {
            throw new IllegalArgumentException("the name " + number + " of " + names.size());
        }
        return names.get((int) number);
    }

    private TopicFacts facts(Unpacker entry) {
        Instant at = entry.time();
        String topic = name(entry.number());
        int partitions = entry.small();
        int replicas = entry.small();
        int brokers = entry.small();
        var racks = entry.optionalInt();
        var groups = entry.optionalInt();
        int settings = entry.count();
        Optional<Map<String, String>> known = settings == 0 ? Optional.empty() : Optional.of(new TreeMap<>());
        for (int i = 1; i < settings; i++) {
            known.orElseThrow().put(entry.text(), entry.text());
        }
        return new TopicFacts(at, topic, partitions, replicas, brokers, racks, known, groups);
    }

    private Mark mark(Unpacker entry) {
        return new Mark(
                entry.time(),
                Mark.Kind.valueOf(entry.text()),
                name(entry.number()),
                entry.optionalLong(),
                entry.optionalText(),
                entry.optionalText(),
                entry.text());
    }

    private HistorySlot slot(Unpacker entry) {
        Instant start = entry.time();
        Duration length = entry.length();
        ReadingLoad load =
                new ReadingLoad(entry.number(), entry.number(), entry.number(), entry.number(), entry.number());
        List<BrokerRow> brokers = new ArrayList<>();
        for (int left = entry.count(); left > 0; left--) {
            brokers.add(new BrokerRow(name(entry.number()), entry.number()));
        }
        List<TopicRow> topics = new ArrayList<>();
        for (int left = entry.count(); left > 0; left--) {
            topics.add(row(entry));
        }
        return new HistorySlot(start, length, topics, load, brokers);
    }

    private TopicRow row(Unpacker entry) {
        String topic = name(entry.number());
        long records = entry.number();
        double batches = entry.fraction();
        double bytes = entry.number();
        double span = entry.fraction();
        int producers = entry.small();
        long sampled = entry.number();
        OptionalLong recompressed = entry.optionalLong();
        List<CodecPart> codecs = new ArrayList<>();
        for (int left = entry.count(); left > 0; left--) {
            codecs.add(new CodecPart(entry.byteOf(), entry.number(), entry.number()));
        }
        return new TopicRow(
                topic,
                records,
                batches,
                bytes,
                codecs,
                span < 0 ? OptionalDouble.empty() : OptionalDouble.of(span),
                producers,
                sampled,
                recompressed);
    }
}
