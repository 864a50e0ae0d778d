package dev.squeeze.feature.copy;

/**
 * Who may write a partition of a copy. Each owner has a transactional id: that of the whole copy, or that of one share of it. Whoever
 * takes a partition over first opens the id of the one before, which fences it, and commits the new owner with that very id.
 *
 * @param run that it belongs to
 * @param work number of the work that a worker has; 0 for a share that was not given to one yet
 * @param unit number of the share; -1 for a run that has the whole copy, as written
 */
record CopyOwner(String run, long work, int unit) {
    static final int WHOLE = -1;

    private static final String BETWEEN = "#";

    static CopyOwner whole(String run) {
        return new CopyOwner(run, 0, WHOLE);
    }

    /** Reads what {@link #toString} wrote; a text of another form is a run that has the whole copy. */
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

    /** Whether it is a share of that run, whoever has it. */
    boolean isShareOf(String someRun) {
        return !isWhole() && run.equals(someRun);
    }

    /** A topic's name has no slash, so no id of a share is that of another topic's copy. */
    String transactionalId(CopyTarget target) {
        return isWhole() ? target.id() : target.id() + "/" + unit;
    }

    @Override
    public String toString() {
        return isWhole() ? run : run + BETWEEN + work + BETWEEN + unit;
    }
}
