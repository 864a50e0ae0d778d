package dev.squeeze.kit.source;

import java.util.ArrayList;
import java.util.List;

/** What was left out of a log, with file and position or partition and offset; the first of it is named, the rest counted. */
final class BatchNotices {
    private static final int NAMED = 10;

    private final List<ReadNotice> named = new ArrayList<>();
    private long count;
    private long bytes;

    /**
     * @param where file and position, or partition and offset
     * @param leftOutBytes how much was not read for it
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
                    "%,d more places like these; %,d bytes left out in all".formatted(count - NAMED, bytes)));
        }
        return all;
    }
}
