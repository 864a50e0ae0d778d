package dev.squeeze.feature.copy;

/**
 * How many of the first records of a source and of its copy to skip, so that the comparison starts at the first record
 * that both still hold. Retention deletes the first records of a log, but not the same ones on both sides.
 *
 * @param sourceRecords leading records of the source that the copy no longer has
 * @param copyRecords leading records of the copy that the source no longer has
 */
record Alignment(long sourceRecords, long copyRecords) {
    static final Alignment NONE = new Alignment(0, 0);

    /**
     * One side (source or copy) of a partition, as read.
     *
     * @param deletedOffsets offsets of copied records, or of their copies, before the first one read: an upper bound
     *     for the records deleted there
     * @param records number of records read
     */
    record Side(long deletedOffsets, long records) {
        /** Whether retention can have deleted this many records; a negative number never can. */
        private boolean canHaveLost(long lost) {
            return lost >= 0 && lost <= deletedOffsets;
        }
    }

    /**
     * Returns the skips that retention alone explains, or {@link #NONE} if something else must have happened: the
     * comparison of both sides from their first records then shows the difference.
     *
     * @param copied how many records were copied
     */
    static Alignment of(long copied, Side source, Side copy) {
        boolean retention = source.canHaveLost(copied - source.records()) && copy.canHaveLost(copied - copy.records());
        return retention
                ? new Alignment(
                        Math.max(0, source.records() - copy.records()), Math.max(0, copy.records() - source.records()))
                : NONE;
    }
}
