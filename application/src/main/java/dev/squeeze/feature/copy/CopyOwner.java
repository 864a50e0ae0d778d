package dev.squeeze.feature.copy;

/**
 * Who may write a partition of a copy. Each owner has a transactional id: one for the whole copy, or one for a share of
 * it. A new owner of a partition first opens the previous owner's id, which fences that owner, and commits the new
 * owner with that same id.
 *
 * @param run the run that the owner belongs to
 * @param work number of the worker's assignment; 0 for a share that was not assigned yet
 * @param unit number of the share; -1 for a run that has the whole copy
 */
record CopyOwner(String run, long work, int unit) {
    static final int WHOLE = -1;

    private static final String BETWEEN = "#";

    static CopyOwner whole(String run) {
        return new CopyOwner(run, 0, WHOLE);
    }

    /** Parses the result of {@link #toString}; text in any other form is the id of a run that has the whole copy. */
    static CopyOwner parse(String text) {
        String[] parts = text.split(BETWEEN, -1);
        if (parts.length != 3) {
            return whole(text);
        }
        try {
            return new CopyOwner(parts[0], Long.parseLong(parts[1]), Integer.parseInt(parts[2]));
        } catch (NumberFormatException e) {
            return whole(text);
        }
    }

    boolean isWhole() {
        return unit == WHOLE;
    }

    /** Whether it is a share of that run, no matter which worker has it. */
    boolean isShareOf(String someRun) {
        return !isWhole() && run.equals(someRun);
    }

    /** Topic names contain no slash, so the id of a share never equals the id of another topic's copy. */
    String transactionalId(CopyTarget target) {
        return isWhole() ? target.id() : target.id() + "/" + unit;
    }

    @Override
    public String toString() {
        return isWhole() ? run : run + BETWEEN + work + BETWEEN + unit;
    }
}
