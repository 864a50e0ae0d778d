package dev.squeeze.feature.watch;

import dev.squeeze.engine.history.HistorySlot;
import dev.squeeze.engine.history.HistorySlot.BrokerRow;
import dev.squeeze.engine.history.Mark;
import dev.squeeze.engine.history.ReadingLoad;
import dev.squeeze.engine.history.TopicRow;
import dev.squeeze.engine.history.TopicRow.CodecPart;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.serving.PrometheusText;
import dev.squeeze.kit.unit.KebabCase;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Totals since the watch started, for Prometheus. Thread-safe. */
final class WatchCounters {
    static final String PREFIX = "squeeze_watch_";

    private final Map<String, OfTopic> topics = new TreeMap<>();
    private final Map<String, Double> cpuSeconds = new TreeMap<>();
    private final Map<String, Double> plannedBytes = new TreeMap<>();
    private ReadingLoad load = ReadingLoad.NONE;
    private final Duration slotLength;
    private Instant lastSlot;
    private boolean answers = true;

    /** The figures of one topic. */
    private static final class OfTopic {
        private final Map<String, double[]> codecs = new TreeMap<>();
        private final Map<Mark.Kind, Long> marks = new EnumMap<>(Mark.Kind.class);
        private double records;
        private double batches;
        private double recompressed;
        private double depth;
        private double bytesPerRecord;
        private int producers;
    }

    /**
     * @param began start of the watch, reported as the end of the last row until there is one
     * @param slotLength time covered by a row of the history
     */
    WatchCounters(Instant began, Duration slotLength) {
        this.lastSlot = began;
        this.slotLength = slotLength;
    }

    /**
     * Sets the watched topics. Their counters exist before anything is counted, since Prometheus sees no increase in a
     * series that starts at 1.
     */
    synchronized void watching(Set<String> names) {
        topics.keySet().retainAll(names);
        names.forEach(name -> topics.computeIfAbsent(name, any -> new OfTopic()));
    }

    /** Sets the planned change of a topic. */
    synchronized void planned(String topic, double relativeChangeOfBytes) {
        plannedBytes.put(topic, relativeChangeOfBytes);
    }

    synchronized void slot(HistorySlot slot) {
        for (TopicRow row : slot.topics()) {
            OfTopic topic = topics.computeIfAbsent(row.topic(), name -> new OfTopic());
            topic.records += row.records();
            topic.batches += row.batches();
            topic.producers = row.producers();
            row.recompressed().ifPresent(records -> topic.recompressed += records);
            if (topic.codecs.isEmpty()) {
                for (CodecType codec : CodecType.values()) {
                    topic.codecs.put(codec.label(), new double[2]);
                }
            }
            if (row.batches() > 0) {
                topic.depth = row.records() / row.batches();
                topic.bytesPerRecord = row.storedBytes() / row.records();
            }
            for (CodecPart part : row.codecs()) {
                double[] sums = topic.codecs.computeIfAbsent(CodecMarks.label(part.codecId()), codec -> new double[2]);
                sums[0] += part.storedBytes();
                sums[1] += part.records();
            }
        }
        for (BrokerRow broker : slot.brokers()) {
            cpuSeconds.merge(broker.address(), broker.cpuNanos() / 1e9, Double::sum);
        }
        load = load.plus(slot.load());
        lastSlot = slot.start().plus(slot.length());
    }

    synchronized void mark(Mark mark) {
        topics.computeIfAbsent(mark.topic(), name -> new OfTopic()).marks.merge(mark.kind(), 1L, Long::sum);
    }

    synchronized void answers(boolean now) {
        answers = now;
    }

    synchronized ReadingLoad load() {
        return load;
    }

    /** All metrics in Prometheus' text format. */
    synchronized String text() {
        PrometheusText text = new PrometheusText(PREFIX);
        text.gauge("up", "1 if the cluster answered the last time, 0 if it did not.", answers ? 1 : 0);
        text.gauge("topics", "Watched topics.", topics.size());
        text.gauge("slot_seconds", "Time covered by a row of the history.", slotLength.toMillis() / 1e3);
        text.gauge(
                "last_slot_timestamp_seconds",
                "End of the last row of the history, in seconds since 1970; the start of watch until there is one.",
                lastSlot.toEpochMilli() / 1e3);
        text.counter("read_bytes_total", "Bytes that watch received from brokers.", load.receivedBytes());
        text.counter("requests_total", "Requests that watch sent to brokers.", load.requests() + load.adminRequests());
        ofTopics(text);
        codecs(text);
        marks(text);
        text.begin("broker_cpu_seconds_total", "counter", "CPU time of a broker's process, with --jmx.");
        cpuSeconds.forEach((broker, seconds) ->
                text.line(PrometheusText.series("broker_cpu_seconds_total", "broker", broker), seconds));
        text.begin(
                "planned_bytes_change_ratio",
                "gauge",
                "Planned change of stored bytes per record, from --plan: -0.4 is 40 % less.");
        plannedBytes.forEach((topic, change) ->
                text.line(PrometheusText.series("planned_bytes_change_ratio", "topic", topic), change));
        return text.toString();
    }

    private interface Figure {
        double of(OfTopic topic);
    }

    private void ofTopics(PrometheusText text) {
        each(
                text,
                "records_total",
                "counter",
                "Records of a topic, counted by offsets, including transaction markers.",
                topic -> topic.records);
        each(
                text,
                "batches_total",
                "counter",
                "Batches of a topic, estimated from sampled ones.",
                topic -> topic.batches);
        each(
                text,
                "recompressed_records_total",
                "counter",
                "Records that brokers recompressed, with --jmx.",
                topic -> topic.recompressed);
        lastRow(text, "records_per_batch", "Mean records per batch in the topic's last row.", topic -> topic.depth);
        lastRow(
                text,
                "bytes_per_record",
                "Mean stored bytes per record in the topic's last row.",
                topic -> topic.bytesPerRecord);
        lastRow(text, "producers", "Distinct producer IDs in the topic's last row.", topic -> topic.producers);
    }

    private void each(PrometheusText text, String name, String type, String help, Figure figure) {
        text.begin(name, type, help);
        topics.forEach((topic, of) -> text.line(PrometheusText.series(name, "topic", topic), figure.of(of)));
    }

    /** Left out for a topic without rows, since 0 would be a measured value. */
    private void lastRow(PrometheusText text, String name, String help, Figure figure) {
        text.begin(name, "gauge", help);
        topics.forEach((topic, of) -> {
            if (of.batches > 0) {
                text.line(PrometheusText.series(name, "topic", topic), figure.of(of));
            }
        });
    }

    private void codecs(PrometheusText text) {
        text.begin(
                "bytes_total",
                "counter",
                "Stored bytes of a topic by codec, in one replica, estimated from sampled batches.");
        topics.forEach((topic, of) -> of.codecs.forEach((codec, sums) ->
                text.line(PrometheusText.series("bytes_total", "topic", topic, "codec", codec), sums[0])));
        text.begin("codec_records_total", "counter", "Records of a topic by codec, estimated from sampled batches.");
        topics.forEach((topic, of) -> of.codecs.forEach((codec, sums) ->
                text.line(PrometheusText.series("codec_records_total", "topic", topic, "codec", codec), sums[1])));
    }

    private void marks(PrometheusText text) {
        text.begin("marks_total", "counter", "Changes that watch detected, by kind.");
        topics.forEach((topic, of) -> {
            for (Mark.Kind kind : Mark.Kind.values()) {
                text.line(
                        PrometheusText.series("marks_total", "topic", topic, "kind", KebabCase.of(kind)),
                        of.marks.getOrDefault(kind, 0L));
            }
        });
    }
}
