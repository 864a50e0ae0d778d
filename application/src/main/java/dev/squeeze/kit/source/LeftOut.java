package dev.squeeze.kit.source;

import java.util.ArrayList;
import java.util.List;

/**
 * Collects inputs that could not be read. They become notices if others could be read, and otherwise the error of the
 * reading.
 */
final class LeftOut {
    /** A folder may contain thousands of empty files: this many are named, the others are counted. */
    private static final int NAMED = 10;

    private final List<String> reasons = new ArrayList<>();
    private String firstRemedy = "";
    private long count;

    /**
     * @param reason the input's name and why it cannot be read
     * @param remedy what the user can do about it
     */
    void add(String reason, String remedy) {
        if (count == 0) {
            firstRemedy = remedy;
        }
        if (count < NAMED) {
            reasons.add(reason);
        }
        count++;
    }

    List<ReadNotice> notices() {
        return notices("left out");
    }

    /** @param what happened to them, such as "left out" */
    List<ReadNotice> notices(String what) {
        List<ReadNotice> notices = new ArrayList<>();
        for (String reason : reasons) {
            notices.add(new ReadNotice(ReadNotice.Kind.FILE_LEFT_OUT, what + ": " + reason));
        }
        if (count > NAMED) {
            notices.add(new ReadNotice(
                    ReadNotice.Kind.FILE_LEFT_OUT, what + ": %,d more files like these".formatted(count - NAMED)));
        }
        return notices;
    }

    /** The error if nothing could be read at all. */
    SourceException failure() {
        if (count == 0) {
            return new SourceException("there is nothing to read: give a file with records");
        }
        String which = count == 1 ? "" : "none of %,d inputs can be read; ".formatted(count);
        return new SourceException(which + reasons.get(0) + ": " + firstRemedy);
    }
}
