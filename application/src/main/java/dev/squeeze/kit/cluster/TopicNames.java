package dev.squeeze.kit.cluster;

import java.util.List;

/** Lists topic names in a sentence. */
final class TopicNames {
    private static final int SHOWN = 20;

    private TopicNames() {}

    /** For example {@code topic a} or {@code topics a, b}; of a long list the first names, and the common prefix of the others. */
    static String listed(List<String> names) {
        if (names.size() == 1) {
            return "topic " + names.get(0);
        }
        if (names.size() <= SHOWN) {
            return "topics " + String.join(", ", names);
        }
        List<String> more = names.subList(SHOWN, names.size());
        String beginning = commonBeginning(more);
        return "topics " + String.join(", ", names.subList(0, SHOWN)) + " and " + more.size() + " more"
                + (beginning.isEmpty() ? "" : " that begin with " + beginning);
    }

    private static String commonBeginning(List<String> names) {
        String beginning = names.get(0);
        for (String name : names) {
            int length = 0;
            while (length < Math.min(beginning.length(), name.length())
                    && beginning.charAt(length) == name.charAt(length)) {
                length++;
            }
            beginning = beginning.substring(0, length);
        }
        return beginning;
    }
}
