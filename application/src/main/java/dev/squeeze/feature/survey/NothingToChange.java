package dev.squeeze.feature.survey;

/** What is said where no change is recommended: of topics that could not be read nothing is known. */
public final class NothingToChange {
    private NothingToChange() {}

    /**
     * @param stay topics that were appraised and are to stay as they are
     * @param unknown topics that were not appraised
     */
    public static String verdict(long stay, long unknown) {
        if (stay == 0) {
            return "No topic was appraised.";
        }
        return unknown == 0 ? "No topic is worth a change." : "No topic that was appraised is worth a change.";
    }
}
