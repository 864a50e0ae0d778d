package dev.squeeze.inspect;

import dev.squeeze.inspect.TopicProfile.Span;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Stored bytes by codec over time in one pass and fixed memory: spans of equal length that double whenever a timestamp
 * lies beyond the last one or before the first.
 */
final class TimeSpans {
    static final int MOST_SPANS = 20;

    private static final long LONGEST_MILLIS = 1L << 55;

    private long widthMillis = 1_000;
    private long first;
    private long last = -1;
    private long[][] bytes = new long[MOST_SPANS][CodecTally.CODECS];

    void add(long timestampMillis, int codecId, long storedBytes) {
        if (timestampMillis < 0) {
            return;
        }
        long index = timestampMillis / widthMillis;
        if (last < 0) {
            first = index;
            last = index;
        }
        while (Math.max(last, index) - Math.min(first, index) >= MOST_SPANS && widthMillis < LONGEST_MILLIS) {
            coarsen();
            index = timestampMillis / widthMillis;
        }
        if (index < first) {
            shift((int) (first - index));
        }
        last = Math.max(last, index);
        bytes[(int) (index - first)][codecId] += storedBytes;
    }

    private void coarsen() {
        long[][] coarse = new long[MOST_SPANS][CodecTally.CODECS];
        for (int i = 0; i <= last - first; i++) {
            int target = (int) ((first + i) / 2 - first / 2);
            for (int codec = 0; codec < CodecTally.CODECS; codec++) {
                coarse[target][codec] += bytes[i][codec];
            }
        }
        bytes = coarse;
        first /= 2;
        last /= 2;
        widthMillis *= 2;
    }

    private void shift(int by) {
        long[][] shifted = new long[MOST_SPANS][CodecTally.CODECS];
        for (int i = 0; i <= last - first; i++) {
            shifted[i + by] = bytes[i];
        }
        bytes = shifted;
        first -= by;
    }

    List<Span> spans() {
        List<Span> spans = new ArrayList<>();
        for (int i = 0; last >= 0 && i <= last - first; i++) {
            List<TopicProfile.SpanCodec> codecs = new ArrayList<>();
            long all = 0;
            for (int codec = 0; codec < CodecTally.CODECS; codec++) {
                if (bytes[i][codec] > 0) {
                    codecs.add(new TopicProfile.SpanCodec(CodecTally.name(codec), bytes[i][codec]));
                    all += bytes[i][codec];
                }
            }
            codecs.sort((one, other) -> Long.compare(other.storedBytes(), one.storedBytes()));
            if (all > 0) {
                spans.add(new Span(Instant.ofEpochMilli((first + i) * widthMillis), widthMillis / 1000.0, all, codecs));
            }
        }
        return spans;
    }
}
