package dev.squeeze.feature.copy;

/**
 * How many of the first records of a source and of its copy to leave out, so that what both still hold is compared from the same record
 * on. Retention deletes a log's first records, on each side others.
 *
 * @param sourceRecords that the copy no longer holds
 * @param copyRecords that the source no longer holds
 */
record Alignment(long sourceRecords, long copyRecords) {
    static final Alignment NONE = new Alignment(0, 0);

    /**
     * A side of a partition as it was read.
     *
     * @param deletedOffsets before the first one that was read, of those that hold the copied records or their copies: as many
     *     records can have been deleted there, and no more
     * @param records that were read
     */
    record Side(long deletedOffsets, long records) {
        /** Of so many records; empty where they are not missing at the front alone. */
        private boolean canHaveLost(long lost) {
            return lost >= 0 && lost <= deletedOffsets;
        }
    }

    /**
     * What retention alone explains; {@link #NONE} where something else must have happened, which comparing both sides from their
     * first records on shows.
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
