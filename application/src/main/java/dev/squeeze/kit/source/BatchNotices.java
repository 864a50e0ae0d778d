package dev.squeeze.kit.source;

import java.util.ArrayList;
import java.util.List;

/**
 * Collects what was left out of a log, with file and position or partition and offset. The first places are named, the
 * rest are counted.
 */
final class BatchNotices {
    private static final int NAMED = 10;

    private final List<ReadNotice> named = new ArrayList<>();
    private long count;
    private long bytes;

    /**
     * @param where file and position, or partition and offset
     * @param leftOutBytes how many bytes were not read because of it
     */
    void add(String where, String what, long leftOutBytes) {
        if (count < NAMED) {
            named.add(new ReadNotice(ReadNotice.Kind.BATCHES_LEFT_OUT, where + ": " + what));
        }
        count++;
        bytes += leftOutBytes;
    }

    List<ReadNotice> notices() {
        List<ReadNotice> all = new ArrayList<>(named);
        if (count > NAMED) {
            all.add(new ReadNotice(
                    ReadNotice.Kind.BATCHES_LEFT_OUT,
                    "%,d more places like these; %,d bytes left out in total".formatted(count - NAMED, bytes)));
        }
        return all;
    }
}
