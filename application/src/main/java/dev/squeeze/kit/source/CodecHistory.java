package dev.squeeze.kit.source;

import dev.squeeze.kit.format.BatchHeader;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.format.TimeSpans;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Batches over time, to find out whether producers have changed their codec. If so, the current settings are those
 * since the change, not those of most of the retained data.
 */
public final class CodecHistory {
    private static final int MAX_SPANS = 256;
    /** Share of the uncompressed bytes that shows what producers currently send. */
    private static final double RECENT_SHARE = 0.1;
    /** Fewer batches may all be from one of several producers. */
    private static final int MIN_RECENT_BATCHES = 20;
    /**
     * The minimum, including the newest batch of each partition, if all of those confirm the new codec: a small sample has few
     * new batches.
     */
    private static final int MIN_CONFIRMED_BATCHES = 8;
    /** A single batch would not show the usual size and ratio. */
    private static final int MIN_KNOWN_BATCHES = 2;
    /** At this share or above, producers use a codec; at {@link #HARDLY_ANY} or below, they do not. */
    private static final double NEARLY_ALL = 0.9;

    private static final double HARDLY_ANY = 0.1;
    /** If newest batches that differ from most others are more probable than this, they may be coincidence. */
    private static final double BY_CHANCE = 0.01;
    /** Upper end of the 95 % interval for the number of batches in a codec that the sample does not contain. */
    private static final double UNSEEN = 3;

    private final BatchTotals whole = new BatchTotals();
    private final BatchTotals thinned = new BatchTotals();
    private final PlausibleSpans<BatchTotals> spans =
            new PlausibleSpans<>(MAX_SPANS, BatchTotals::new, (sum, more) -> sum.add(more));

    /**
     * A change of the producers' codec.
     *
     * @param since a time shortly before the change
     * @param from the codec with the most bytes before
     * @param now totals since then
     */
    record Change(Instant since, CodecType from, BatchTotals now) {
        ReadNotice notice() {
            return new ReadNotice(
                    ReadNotice.Kind.CODEC_CHANGED,
                    String.format(
                            Locale.ROOT,
                            "producers send %s since about %s, and sent %s before: the current figures are from the"
                                    + " %,d batches"
                                    + " since then",
                            now.codec().label(),
                            since,
                            from.label(),
                            now.batches()));
        }
    }

    /** @param uncompressed bytes of the batch, including its header */
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

    /** Totals without batches from which compaction has removed records, unless there are hardly any others. */
    BatchTotals all() {
        BatchTotals all = new BatchTotals();
        all.add(whole);
        if (whole.batches() < MIN_RECENT_BATCHES) {
            all.add(thinned);
        }
        return all;
    }

    /**
     * A time shortly before producers changed their codec.
     *
     * @param newest codec of the newest batch of each partition, as far as known; may be empty
     * @return empty if they did not change it
     */
    public Optional<Instant> changed(List<CodecType> newest) {
        return change(newest).map(Change::since);
    }

    /**
     * When and how producers changed their codec.
     *
     * @param newest codec of the newest batch of each partition, as far as known; may be empty
     * @return empty if the newest batches are in the same codecs as others, or if several codecs are in use at the same time
     */
    Optional<Change> change(List<CodecType> newest) {
        int minConfirmed = Math.max(MIN_KNOWN_BATCHES, MIN_CONFIRMED_BATCHES - newest.size());
        return change(MIN_RECENT_BATCHES, RECENT_SHARE).or(() -> change(minConfirmed, 0)
                .filter(change -> onlyCodec(newest).equals(Optional.of(change.now.codec()))));
    }

    private Optional<Change> change(int minRecent, double recentShare) {
        List<TimeSpans.Span<BatchTotals>> old = spans.plausible().spans();
        BatchTotals now = new BatchTotals();
        int from = old.size();
        while (from > 0 && (now.uncompressed() < recentShare * whole.uncompressed() || now.batches() < minRecent)) {
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

    /**
     * A notice about a change of codec, also if it is so recent that nearly all batches read are older.
     *
     * @param newest codec of the newest batch of each partition, as far as known; may be empty
     */
    Optional<ReadNotice> notice(List<CodecType> newest) {
        return change(newest).map(Change::notice).or(() -> onlyCodec(newest)
                .filter(codec -> !isByChance(codec, newest.size()))
                .map(codec -> tooRecent(codec, newest.size())));
    }

    /** The codec of all these batches; empty if there are several, or no batch. */
    private static Optional<CodecType> onlyCodec(List<CodecType> newest) {
        return newest.stream().distinct().count() == 1 ? Optional.of(newest.get(0)) : Optional.empty();
    }

    /** Whether this many newest batches may have the same codec by chance, although the mix of codecs has not changed. */
    private boolean isByChance(CodecType codec, int newestBatches) {
        BatchTotals all = all();
        double share = Math.max(all.share(codec), UNSEEN / Math.max(UNSEEN, all.batches()));
        return codec == all.codec() || Math.pow(share, newestBatches) > BY_CHANCE;
    }

    private ReadNotice tooRecent(CodecType codec, int partitions) {
        BatchTotals all = all();
        return new ReadNotice(
                ReadNotice.Kind.CODEC_CHANGED,
                String.format(
                        Locale.ROOT,
                        "the newest batch of each of %d partitions is %s, but %.0f %% of the data read is %s: if producers have"
                                + " just changed their codec, these figures still describe the time before",
                        partitions,
                        codec.label(),
                        100 * all.share(all.codec()),
                        all.codec().label()));
    }

    /** A span without batches, such as a night, counts as any codec. */
    private static boolean isOf(CodecType codec, BatchTotals span) {
        return span.batches() == 0 || span.share(codec) >= NEARLY_ALL;
    }
}
