package dev.squeeze.feature.watch;

import dev.squeeze.engine.history.HistorySlot;
import dev.squeeze.engine.history.HistorySlot.BrokerRow;
import dev.squeeze.engine.history.Mark;
import dev.squeeze.engine.history.ReadingLoad;
import dev.squeeze.engine.history.TopicRow;
import dev.squeeze.engine.history.TopicRow.CodecPart;
import dev.squeeze.kit.serving.PrometheusText;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/** Totals since the watch began, for Prometheus. Several threads may ask. */
final class WatchCounters {
    static final String PREFIX = "squeeze_watch_";

    private final Map<String, OfTopic> topics = new TreeMap<>();
    private final Map<String, Double> cpuSeconds = new TreeMap<>();
    private final Map<String, Double> plannedBytes = new TreeMap<>();
    private ReadingLoad load = ReadingLoad.NONE;
    private Instant lastSlot = Instant.EPOCH;
    private boolean answers = true;
    private int watched;

    /** Of one topic. */
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

    /** What a plan promises. */
    synchronized void planned(String topic, double relativeChangeOfBytes) {
        plannedBytes.put(topic, relativeChangeOfBytes);
    }

    synchronized void slot(HistorySlot slot, int topicsWatched) {
        for (TopicRow row : slot.topics()) {
            OfTopic topic = topics.computeIfAbsent(row.topic(), name -> new OfTopic());
            topic.records += row.records();
            topic.batches += row.batches();
            topic.producers = row.producers();
            row.recompressed().ifPresent(records -> topic.recompressed += records);
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
        watched = topicsWatched;
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

    /** All of it in Prometheus' text format. */
    synchronized String text() {
        PrometheusText text = new PrometheusText(PREFIX);
        text.gauge("up", "Whether the cluster answered the last time.", answers ? 1 : 0);
        text.gauge("topics", "Topics that are watched.", watched);
        text.gauge("last_slot_timestamp_seconds", "End of the last row of the history.", lastSlot.toEpochMilli() / 1e3);
        text.counter("read_bytes_total", "Bytes that watching received from brokers.", load.receivedBytes());
        text.counter("requests_total", "Requests that watching sent to brokers.", load.requests() + load.questions());
        ofTopics(text);
        codecs(text);
        marks(text);
        text.begin("broker_cpu_seconds_total", "counter", "CPU time of a broker's process, with --jmx.");
        cpuSeconds.forEach((broker, seconds) ->
                text.line(PrometheusText.series("broker_cpu_seconds_total", "broker", broker), seconds));
        text.begin(
                "planned_bytes_change_ratio",
                "gauge",
                "Stored bytes that --plan promises, as a part more (-0.4 is 40 % less).");
        plannedBytes.forEach((topic, change) ->
                text.line(PrometheusText.series("planned_bytes_change_ratio", "topic", topic), change));
        return text.toString();
    }

    private interface Figure {
        double of(OfTopic topic);
    }

    private void ofTopics(PrometheusText text) {
        each(text, "records_total", "counter", "Offsets that passed through a topic.", topic -> topic.records);
        each(text, "batches_total", "counter", "Batches of them, estimated.", topic -> topic.batches);
        each(text, "records_per_batch", "gauge", "Records a batch in the last row.", topic -> topic.depth);
        each(
                text,
                "bytes_per_record",
                "gauge",
                "Stored bytes a record in the last row.",
                topic -> topic.bytesPerRecord);
        each(text, "producers", "gauge", "Different producer ids in the last row.", topic -> topic.producers);
        each(
                text,
                "recompressed_records_total",
                "counter",
                "Records that brokers compressed again, with --jmx.",
                topic -> topic.recompressed);
    }

    private void each(PrometheusText text, String name, String type, String help, Figure figure) {
        text.begin(name, type, help);
        topics.forEach((topic, of) -> text.line(PrometheusText.series(name, "topic", topic), figure.of(of)));
    }

    private void codecs(PrometheusText text) {
        text.begin("bytes_total", "counter", "Stored bytes of one replica by codec, estimated.");
        topics.forEach((topic, of) -> of.codecs.forEach((codec, sums) ->
                text.line(PrometheusText.series("bytes_total", "topic", topic, "codec", codec), sums[0])));
        text.begin("codec_records_total", "counter", "Records by codec, estimated.");
        topics.forEach((topic, of) -> of.codecs.forEach((codec, sums) ->
                text.line(PrometheusText.series("codec_records_total", "topic", topic, "codec", codec), sums[1])));
    }

    private void marks(PrometheusText text) {
        text.begin("marks_total", "counter", "Changes that were noticed.");
        topics.forEach((topic, of) -> {
            for (Mark.Kind kind : Mark.Kind.values()) {
                text.line(
                        PrometheusText.series(
                                "marks_total", "topic", topic, "kind", dev.squeeze.kit.unit.KebabCase.of(kind)),
                        of.marks.getOrDefault(kind, 0L));
            }
        });
    }
}
