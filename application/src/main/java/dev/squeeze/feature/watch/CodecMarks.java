package dev.squeeze.feature.watch;

import dev.squeeze.engine.history.Mark;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.format.TopicCompression;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Detects a producer that changes its codec, one that sends uncompressed batches, and a broker that recompresses. A
 * running producer cannot change its codec, so if the batches of one producer ID change to the topic's
 * compression.type, a broker recompresses them. A restarted producer has a new ID, so it is compared with the topic's
 * other producers.
 */
final class CodecMarks {
    private final Map<String, TopicTrack> tracks = new HashMap<>();
    private final Function<String, Optional<String>> settingOf;
    private final Consumer<Mark> marks;

    /**
     * @param settingOf returns the topic's current {@code compression.type}; called only when something has changed
     * @param marks receives the detected changes
     */
    CodecMarks(Function<String, Optional<String>> settingOf, Consumer<Mark> marks) {
        this.settingOf = settingOf;
        this.marks = marks;
    }

    TopicTrack track(String topic) {
        return tracks.computeIfAbsent(topic, name -> new TopicTrack());
    }

    /** Forgets topics that no longer exist. */
    void retain(Set<String> topics) {
        tracks.keySet().retainAll(topics);
    }

    /** Counts batches that an earlier watch has seen as usual. */
    void known(String topic, int codec, double batches) {
        track(topic).usual(codec, batches);
    }

    void round(String topic, List<SeenBatch> batches, long round, Instant at) {
        TopicTrack track = track(topic);
        for (SeenBatch batch : batches) {
            ProducerTrack producer = track.producer(batch.producerId(), round);
            if (producer.sees(batch, round)) {
                settled(topic, batch.producerId(), track, producer, at);
            }
            if (producer.isSettled() && producer.settledCodec() == batch.codecId()) {
                track.usual(batch.codecId(), 1);
            }
        }
    }

    private void settled(String topic, long id, TopicTrack track, ProducerTrack producer, Instant at) {
        int now = producer.codec();
        if (producer.isSettled()) {
            changed(topic, id, producer.settledCodec(), now, track, at);
        } else if (track.knowsWhatIsUsual() && now == 0 && track.isCompressed()) {
            mark(
                    at,
                    Mark.Kind.RAW_PRODUCER,
                    topic,
                    id,
                    track.mostUsual(),
                    now,
                    name(id) + " sends uncompressed batches; the topic's producers send " + label(track.mostUsual())
                            + ofSetting(topic, now));
        } else if (track.knowsWhatIsUsual() && !track.isUsual(now)) {
            mark(
                    at,
                    Mark.Kind.PRODUCER_CODEC,
                    topic,
                    id,
                    track.mostUsual(),
                    now,
                    name(id) + ", which is new, sends " + label(now) + "; until now producers sent "
                            + label(track.mostUsual()) + ofSetting(topic, now));
        }
        producer.settle();
    }

    /** If the topic's compression.type is a codec, the log does not show what the new producer sends. */
    private String ofSetting(String topic, int codec) {
        return storesAllIn(codec, compressionOf(topic))
                .map(setting -> " (the topic's compression.type is " + setting + ": a broker may have "
                        + (setting.isUncompressed() ? "decompressed it)" : "recompressed it)"))
                .orElse("");
    }

    private Optional<TopicCompression> compressionOf(String topic) {
        return settingOf.apply(topic).map(TopicCompression::parse);
    }

    private static Optional<TopicCompression> storesAllIn(int codec, Optional<TopicCompression> setting) {
        return setting.filter(
                known -> known.codec().filter(all -> all.id() == codec).isPresent());
    }

    private void changed(String topic, long id, int before, int now, TopicTrack track, Instant at) {
        Optional<TopicCompression> setting = compressionOf(topic);
        Optional<TopicCompression> byBroker = storesAllIn(now, setting);
        if (byBroker.isPresent() && !track.isRecompressed()) {
            track.recompressed(true);
            mark(
                    at,
                    Mark.Kind.RECOMPRESSION,
                    topic,
                    id,
                    before,
                    now,
                    "batches of " + name(id) + " were " + label(before) + " and are now " + label(now)
                            + ", the topic's compression.type: brokers decompress each batch and "
                            + (byBroker.get().isUncompressed() ? "store it uncompressed" : "recompress it"));
        } else if (byBroker.isEmpty()) {
            track.recompressed(false);
            mark(
                    at,
                    Mark.Kind.PRODUCER_CODEC,
                    topic,
                    id,
                    before,
                    now,
                    name(id) + " sent " + label(before) + " and now sends " + label(now)
                            + (setting.isEmpty()
                                    ? " (unless brokers recompress: the topic's settings are not visible)"
                                    : ""));
        }
    }

    /** Reports recompression according to the brokers' metrics, whatever the batches show. */
    void converted(String topic, long records, double perSecond, Instant at) {
        TopicTrack track = track(topic);
        if (records > 0 && !track.isRecompressed()) {
            track.recompressed(true);
            marks.accept(new Mark(
                    at,
                    Mark.Kind.RECOMPRESSION,
                    topic,
                    OptionalLong.empty(),
                    Optional.empty(),
                    settingOf.apply(topic),
                    String.format(
                            java.util.Locale.ROOT,
                            "brokers recompress %,.0f records/s, according to their metrics",
                            perSecond)));
        }
    }

    private void mark(Instant at, Mark.Kind kind, String topic, long id, int before, int now, String words) {
        marks.accept(new Mark(
                at,
                kind,
                topic,
                id == SeenBatch.NO_ID ? OptionalLong.empty() : OptionalLong.of(id),
                Optional.of(label(before)),
                Optional.of(label(now)),
                words));
    }

    static String name(long id) {
        return id == SeenBatch.NO_ID ? "a producer without an id" : "producer " + id;
    }

    static String label(int codec) {
        return CodecType.withId(codec).map(CodecType::label).orElse("codec " + codec);
    }
}
