package dev.squeeze.kit.source;

import dev.squeeze.kit.format.BatchHeader;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.format.TimeSpans;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Batches over time, to see whether producers have changed their codec: today's settings are then those since, and not those of
 * most of what is retained.
 */
public final class CodecHistory {
    private static final int MAX_SPANS = 256;
    /** Part of the uncompressed bytes that shows what producers send now. */
    private static final double RECENT_SHARE = 0.1;
    /** Fewer batches may be those of one producer among others. */
    private static final int MIN_RECENT_BATCHES = 20;
    /** From this share on, producers send in a codec; below the other one they do not, but for a few. */
    private static final double NEARLY_ALL = 0.9;

    private static final double HARDLY_ANY = 0.1;

    private final BatchTotals whole = new BatchTotals();
    private final BatchTotals thinned = new BatchTotals();
    private final PlausibleSpans<BatchTotals> spans =
            new PlausibleSpans<>(MAX_SPANS, BatchTotals::new, (sum, more) -> sum.add(more));

    /**
     * Since producers have changed.
     *
     * @param since a moment shortly before
     * @param from the codec of most bytes before
     * @param now totals since then
     */
    record Change(Instant since, CodecType from, BatchTotals now) {
        ReadNotice notice() {
            return new ReadNotice(
                    ReadNotice.Kind.CODEC_CHANGED,
                    String.format(
                            Locale.ROOT,
                            "producers send %s since about %s, and sent %s before: today's figures are those of the %,d batches"
                                    + " since then",
                            now.codec().label(),
                            since,
                            from.label(),
                            now.batches()));
        }
    }

    /** @param uncompressed bytes of the batch once unpacked, its header included */
    public void add(CodecType codec, BatchHeader header, long uncompressed) {
        if (header.lastOffsetDelta() >= header.recordCount()) {
            thinned.add(codec, header, uncompressed);
            return;
        }
        whole.add(codec, header, uncompressed);
        if (header.maxTimestampMillis() >= 0) {
            spans.at(header.maxTimestampMillis()).add(codec, header, uncompressed);
        }
    }

    /** Without those that compaction has thinned out, unless there are hardly any others. */
    BatchTotals all() {
        BatchTotals all = new BatchTotals();
        all.add(whole);
        if (whole.batches() < MIN_RECENT_BATCHES) {
            all.add(thinned);
        }
        return all;
    }

    /** A moment shortly before producers changed their codec; empty where they did not. */
    public Optional<Instant> changed() {
        return change().map(Change::since);
    }

    /** Empty where the newest batches are in the same codecs as others, or both are sent at the same time. */
    Optional<Change> change() {
        List<TimeSpans.Span<BatchTotals>> old = spans.plausible().spans();
        BatchTotals now = new BatchTotals();
        int from = old.size();
        while (from > 0
                && (now.uncompressed() < RECENT_SHARE * whole.uncompressed() || now.batches() < MIN_RECENT_BATCHES)) {
            now.add(old.get(--from).totals());
        }
        CodecType codec = now.codec();
        if (from == 0 || now.share(codec) < NEARLY_ALL) {
            return Optional.empty();
        }
        while (from > 0 && isOf(codec, old.get(from - 1).totals())) {
            now.add(old.get(--from).totals());
        }
        BatchTotals before = new BatchTotals();
        old.subList(0, from).forEach(span -> before.add(span.totals()));
        return before.batches() < MIN_RECENT_BATCHES || before.share(codec) > HARDLY_ANY
                ? Optional.empty()
                : Optional.of(new Change(Instant.ofEpochMilli(old.get(from).fromMillis()), before.codec(), now));
    }

    /** A time of silence, such as a night, is of any. */
    private static boolean isOf(CodecType codec, BatchTotals span) {
        return span.batches() == 0 || span.share(codec) >= NEARLY_ALL;
    }
}
