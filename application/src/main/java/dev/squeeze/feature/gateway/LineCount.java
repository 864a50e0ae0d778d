package dev.squeeze.feature.gateway;

/**
 * Number and sizes of the lines in a body, counted without creating an object per line: a body of one megabyte may
 * contain half a million records.
 *
 * @param records number of lines that are not empty
 * @param valueBytes total bytes of these lines, without line endings
 * @param longestBytes bytes of the longest line
 */
record LineCount(int records, long valueBytes, int longestBytes) {
    /** Receives the lines of a body in order. */
    @FunctionalInterface
    interface Visitor {
        /**
         * @param begin start offset of the line in the body
         * @param end end offset, exclusive
         */
        void line(int begin, int end);
    }

    /** A single value of that many bytes. */
    static LineCount single(int valueBytes) {
        return new LineCount(1, valueBytes, valueBytes);
    }

    /**
     * Counts the lines.
     *
     * @param maxRecords number of records after which counting stops; the result is then larger by one
     */
    static LineCount of(byte[] body, int maxRecords) {
        int records = 0;
        long valueBytes = 0;
        int longest = 0;
        int begin = 0;
        while (begin < body.length && records <= maxRecords) {
            int feed = feed(body, begin);
            int length = end(body, begin, feed) - begin;
            if (length > 0) {
                records++;
                valueBytes += length;
                longest = Math.max(longest, length);
            }
            begin = feed + 1;
        }
        return new LineCount(records, valueBytes, longest);
    }

    /** Visits each line that is not empty. */
    static void visit(byte[] body, Visitor visitor) {
        int begin = 0;
        while (begin < body.length) {
            int feed = feed(body, begin);
            int end = end(body, begin, feed);
            if (end > begin) {
                visitor.line(begin, end);
            }
            begin = feed + 1;
        }
    }

    private static int feed(byte[] body, int begin) {
        int feed = begin;
        while (feed < body.length && body[feed] != '\n') {
            feed++;
        }
        return feed;
    }

    private static int end(byte[] body, int begin, int feed) {
        return feed > begin && body[feed - 1] == '\r' ? feed - 1 : feed;
    }
}
