package dev.squeeze.feature.watch;

import static dev.squeeze.kit.document.Figures.say;

import dev.squeeze.feature.watch.WatchedTopic.CodecShare;
import dev.squeeze.feature.watch.WatchedTopic.Comparison;
import dev.squeeze.feature.watch.WatchedTopic.Promise;
import dev.squeeze.feature.watch.WatchedTopic.Traffic;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.TextTable;
import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.unit.ByteCount;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The tables of a watch report. */
final class WatchTables {
    private static final String NOTHING = "-";
    private static final int MAX_WIDTH = 120;
    /** Changes from this size on are shown in whole percent. */
    private static final double WHOLE = 0.1;

    private final WatchResult watch;

    WatchTables(WatchResult watch) {
        this.watch = watch;
    }

    TextTable topics() {
        TextTable table = new TextTable(1)
                .row(
                        "topic",
                        "records/s",
                        "stored/s",
                        "bytes/\nrecord",
                        "records/\nbatch",
                        "batch spans\nms",
                        "producers",
                        "batches\nread",
                        "codecs by records")
                .wordsLast();
        for (WatchedTopic topic : watch.topics()) {
            Traffic all = topic.all();
            table.row(
                    topic.topic(),
                    Figures.number(all.recordsPerSecond()),
                    ByteCount.binary(all.storedBytesPerSecond()),
                    Figures.number(all.bytesPerRecord()),
                    Figures.number(all.recordsPerBatch()),
                    span(all),
                    say("%,d", topic.producers()),
                    say("%,d", topic.sampledBatches()),
                    codecs(all.codecs()) + recompressed(topic));
        }
        return table;
    }

    private static String span(Traffic traffic) {
        return traffic.spanMillis().stream()
                .mapToObj(Figures::number)
                .findFirst()
                .orElse(NOTHING);
    }

    private static String recompressed(WatchedTopic topic) {
        return topic.recompressedShare().stream()
                .filter(share -> share > 0)
                .mapToObj(share -> say("; brokers recompressed %.0f %%", 100 * share))
                .findFirst()
                .orElse("");
    }

    static String codecs(List<CodecShare> codecs) {
        return codecs.isEmpty()
                ? NOTHING
                : codecs.stream()
                        .map(share -> say("%s %.0f %%", share.codec(), 100 * share.recordShare()))
                        .collect(Collectors.joining(", "));
    }

    TextTable comparisons() {
        TextTable table = new TextTable(2)
                .row(
                        "topic",
                        "verdict",
                        "bytes/record\nbefore",
                        "after",
                        "change",
                        watch.currency() + "/month\nfor bytes")
                .maxWidth(MAX_WIDTH);
        for (WatchedTopic topic : watch.topics()) {
            topic.comparison()
                    .ifPresent(comparison -> table.row(
                            topic.topic(),
                            comparison.verdict().words(),
                            Figures.number(comparison.before().bytesPerRecord()),
                            Figures.number(comparison.after().bytesPerRecord()),
                            comparison.bytes().map(WatchTables::percent).orElse(NOTHING),
                            comparison
                                    .money()
                                    .map(money -> signed(money.change().estimate()))
                                    .orElse(NOTHING)));
        }
        return table;
    }

    TextTable batches() {
        TextTable table = new TextTable(1)
                .row("topic", "records/batch\nbefore", "after", "change", "batch spans, ms\nbefore", "after", "change")
                .maxWidth(MAX_WIDTH);
        for (WatchedTopic topic : watch.topics()) {
            topic.comparison()
                    .ifPresent(comparison -> table.row(
                            topic.topic(),
                            Figures.number(comparison.before().recordsPerBatch()),
                            Figures.number(comparison.after().recordsPerBatch()),
                            comparison.depth().map(WatchTables::percent).orElse(NOTHING),
                            span(comparison.before()),
                            span(comparison.after()),
                            comparison.span().map(WatchTables::percent).orElse(NOTHING)));
        }
        return table;
    }

    TextTable codecsBeforeAfter() {
        TextTable table = new TextTable(3).row("topic", "before", "after");
        for (WatchedTopic topic : watch.topics()) {
            topic.comparison()
                    .ifPresent(comparison -> table.row(
                            topic.topic(),
                            codecs(comparison.before().codecs()),
                            codecs(comparison.after().codecs())));
        }
        return table;
    }

    TextTable promises() {
        TextTable table = new TextTable(2)
                .row(
                        "topic",
                        "planned\ncodec",
                        "of records",
                        "bytes/record\nplanned",
                        "measured",
                        watch.currency() + "/month\nplanned",
                        "measured",
                        "verdict")
                .wordsLast();
        for (WatchedTopic topic : watch.topics()) {
            topic.promise().ifPresent(promise -> table.row(promised(topic, promise)));
        }
        return table;
    }

    private static List<String> promised(WatchedTopic topic, Promise promise) {
        Optional<Comparison> measured = topic.comparison();
        return List.of(
                topic.topic(),
                promise.codec(),
                say("%.0f %%", 100 * promise.shareOfCodec()),
                promise.bytes().map(WatchTables::percent).orElse(NOTHING),
                measured.flatMap(Comparison::bytes).map(WatchTables::percent).orElse(NOTHING),
                signed(promise.bytesMoney()
                        .map(ConfidenceInterval::estimate)
                        .orElse(-promise.money().estimate())),
                measured.flatMap(Comparison::money)
                        .map(money -> signed(money.change().estimate()))
                        .orElse(NOTHING),
                measured.map(comparison -> comparison.verdict().words()).orElse(NOTHING));
    }

    /** Such as {@code -41 % (-44 to -38)}. */
    static String percent(ConfidenceInterval change) {
        String format =
                Math.abs(change.estimate()) >= WHOLE ? "%+.0f %% (%+.0f to %+.0f)" : "%+.1f %% (%+.1f to %+.1f)";
        return say(format, 100 * change.estimate(), 100 * change.low(), 100 * change.high());
    }

    static String signed(double money) {
        String size = Figures.number(Math.abs(money));
        return size.equals("0") ? size : (money < 0 ? "-" : "+") + size;
    }
}
