package dev.squeeze.kit.source;

import dev.squeeze.kit.format.BatchHeader;
import dev.squeeze.kit.format.CodecSpan;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.format.TimeSpans;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Stored bytes by codec over time, in one pass and fixed memory. */
public final class CodecSpans {
    /** Number of codec ids in three bits. */
    private static final int CODECS = 8;

    private final PlausibleSpans<Totals> spans;

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
        this.spans = new PlausibleSpans<>(maxSpans, Totals::new, Totals::add);
    }

    /** Counts a batch of data; one without a timestamp is ignored. */
    public void add(BatchHeader header) {
        if (header.maxTimestampMillis() >= 0) {
            Totals span = spans.at(header.maxTimestampMillis());
            span.bytes[header.codecId()] += header.sizeBytes();
            span.records += header.recordCount();
        }
    }

    /** The spans with data, the oldest first, without batches whose timestamps are obviously wrong. */
    public List<CodecSpan> spans() {
        List<CodecSpan> found = new ArrayList<>();
        TimeSpans<Totals> plausible = spans.plausible();
        for (TimeSpans.Span<Totals> span : plausible.spans()) {
            List<CodecSpan.Part> codecs = new ArrayList<>();
            long all = 0;
            for (int codec = 0; codec < CODECS; codec++) {
                long bytes = span.totals().bytes[codec];
                if (bytes > 0) {
                    codecs.add(new CodecSpan.Part(name(codec), bytes));
                    all += bytes;
                }
            }
            codecs.sort((part, other) -> Long.compare(other.storedBytes(), part.storedBytes()));
            if (all > 0) {
                found.add(new CodecSpan(
                        Instant.ofEpochMilli(span.fromMillis()),
                        plausible.widthMillis() / 1000.0,
                        all,
                        span.totals().records,
                        codecs));
            }
        }
        return found;
    }

    private static String name(int codecId) {
        return CodecType.withId(codecId).map(CodecType::label).orElse("unknown-" + codecId);
    }
}
