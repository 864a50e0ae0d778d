package dev.squeeze.kit.format;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Stored bytes by codec over time in one pass and fixed memory: spans of equal length that double whenever a timestamp
 * is beyond the last one or before the first.
 */
public final class CodecSpans {
    /** Numbers that three bits can hold. */
    private static final int CODECS = 8;

    private final int maxSpans;
    private long widthMillis = 1_000;
    private long first;
    private long last = -1;
    private Totals[] totals;

    private static final class Totals {
        private final long[] bytes = new long[CODECS];
        private long records;

        private void add(Totals other) {
            for (int codec = 0; codec < CODECS; codec++) {
                bytes[codec] += other.bytes[codec];
            }
            records += other.records;
        }
    }

    /** @param maxSpans at least 2; with more, spans are finer */
    public CodecSpans(int maxSpans) {
        this.maxSpans = maxSpans;
        this.totals = empty();
    }

    private Totals[] empty() {
        Totals[] fresh = new Totals[maxSpans];
        for (int i = 0; i < maxSpans; i++) {
            fresh[i] = new Totals();
        }
        return fresh;
    }

    /** Counts a batch of data; one without a timestamp is passed over. */
    public void add(BatchHeader header) {
        long timestampMillis = header.maxTimestampMillis();
        if (timestampMillis < 0) {
            return;
        }
        long index = timestampMillis / widthMillis;
        if (last < 0) {
            first = index;
            last = index;
        }
        // Timestamps may be anything, microseconds among milliseconds as well. Two spans hold them all before a span's
        // length
        // overflows.
        while (Math.max(last, index) - Math.min(first, index) >= maxSpans) {
            coarsen();
            index = timestampMillis / widthMillis;
        }
        if (index < first) {
            shift((int) (first - index));
        }
        last = Math.max(last, index);
        Totals span = totals[(int) (index - first)];
        span.bytes[header.codecId()] += header.sizeBytes();
        span.records += header.recordCount();
    }

    private void coarsen() {
        Totals[] coarse = empty();
        for (int i = 0; i <= last - first; i++) {
            coarse[(int) ((first + i) / 2 - first / 2)].add(totals[i]);
        }
        totals = coarse;
        first /= 2;
        last /= 2;
        widthMillis *= 2;
    }

    private void shift(int by) {
        Totals[] shifted = empty();
        for (int i = 0; i <= last - first; i++) {
            shifted[i + by] = totals[i];
        }
        totals = shifted;
        first -= by;
    }

    /** Those that hold something, the oldest first. */
    public List<CodecSpan> spans() {
        List<CodecSpan> spans = new ArrayList<>();
        for (int i = 0; last >= 0 && i <= last - first; i++) {
            List<CodecSpan.Part> codecs = new ArrayList<>();
            long all = 0;
            for (int codec = 0; codec < CODECS; codec++) {
                long bytes = totals[i].bytes[codec];
                if (bytes > 0) {
                    codecs.add(new CodecSpan.Part(name(codec), bytes));
                    all += bytes;
                }
            }
            codecs.sort((one, other) -> Long.compare(other.storedBytes(), one.storedBytes()));
            if (all > 0) {
                Instant from = Instant.ofEpochMilli((first + i) * widthMillis);
                spans.add(new CodecSpan(from, widthMillis / 1000.0, all, totals[i].records, codecs));
            }
        }
        return spans;
    }

    private static String name(int codecId) {
        return CodecType.withId(codecId).map(CodecType::label).orElse("unknown-" + codecId);
    }
}
