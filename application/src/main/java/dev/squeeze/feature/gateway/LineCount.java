package dev.squeeze.feature.gateway;

/**
 * What a body of lines has, found without an object for any of them: a body of a megabyte may be half a million records.
 *
 * @param records lines that are not empty
 * @param valueBytes of all of them, line ends left out
 * @param longestBytes of the longest
 */
record LineCount(int records, long valueBytes, int longestBytes) {
    /** Takes the lines of a body in their order. */
    @FunctionalInterface
    interface Visitor {
        /** @param begin of the line in the body
         *  @param end where it ends, exclusive */
        void line(int begin, int end);
    }

    /** One value of as many bytes. */
    static LineCount single(int valueBytes) {
        return new LineCount(1, valueBytes, valueBytes);
    }

    /**
     * Counts the lines.
     *
     * @param maxRecords after how many there is no need to count on: the result is larger by one then
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

    /** Shows each line that is not empty. */
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
