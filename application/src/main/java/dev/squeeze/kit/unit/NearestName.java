package dev.squeeze.kit.unit;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Suggests what a user may have meant by an unknown name. */
public final class NearestName {
    private NearestName() {}

    /** The known name with the smallest edit distance to what was written, if that is at most a third of its length. */
    public static Optional<String> of(String written, Collection<String> known) {
        String wanted = written.toLowerCase(Locale.ROOT);
        return known.stream()
                .min(Comparator.comparingInt(name -> edits(wanted, name.toLowerCase(Locale.ROOT))))
                .filter(name -> edits(wanted, name.toLowerCase(Locale.ROOT)) <= name.length() / 3);
    }

    /** Levenshtein distance, one row at a time (Wagner and Fischer 1974). */
    private static int edits(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[to.length()];
    }
}
