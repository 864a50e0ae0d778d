package dev.squeeze.feature.survey;

/** The verdict if no change is recommended. It makes no claim about topics that could not be read. */
public final class NothingToChange {
    private NothingToChange() {}

    /**
     * @param stay appraised topics that should stay as they are
     * @param unknown topics that were not appraised
     */
    public static String verdict(long stay, long unknown) {
        if (stay == 0) {
            return "No topic was appraised.";
        }
        return unknown == 0 ? "No topic is worth changing." : "None of the appraised topics is worth changing.";
    }
}
