package dev.squeeze.feature.inspect;

import static dev.squeeze.kit.document.Figures.say;

import dev.squeeze.engine.inspection.TopicProfile;
import dev.squeeze.engine.inspection.TopicProfile.Bin;
import dev.squeeze.kit.document.TextTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** How deep and how large batches are, as bars on a terminal and as tables in Markdown. */
final class InspectHistograms {
    private static final int LONGEST_BAR = 16;

    private InspectHistograms() {}

    /** Both beside each other: they have about as many bins, and one is read with the other. */
    static String text(TopicProfile profile) {
        TextTable table =
                new TextTable(1).row("records per batch", "batches", "", "  stored bytes of a batch", "batches", "");
        List<List<String>> depth = cells(profile.recordsPerBatch().bins());
        List<List<String>> bytes = cells(profile.batchBytes().bins());
        for (int i = 0; i < Math.max(depth.size(), bytes.size()); i++) {
            List<String> row = new ArrayList<>(i < depth.size() ? depth.get(i) : List.of("", "", bar(0, 1)));
            row.addAll(i < bytes.size() ? bytes.get(i) : List.of("", "", ""));
            table.row(row);
        }
        return table.render("");
    }

    static String markdown(TopicProfile profile) {
        return table("records per batch", profile.recordsPerBatch().bins())
                + table("stored bytes of a batch", profile.batchBytes().bins());
    }

    private static String table(String name, List<Bin> bins) {
        TextTable table = new TextTable(1).row(name, "batches");
        bins.forEach(bin -> table.row(range(bin), share(bin)));
        return "\n" + table.markdown();
    }

    private static List<List<String>> cells(List<Bin> bins) {
        double largest =
                bins.stream().map(Bin::share).max(Comparator.naturalOrder()).orElse(1.0);
        return bins.stream()
                .map(bin -> List.of(range(bin), share(bin), bar(bin.share(), largest)))
                .toList();
    }

    /** Padded to its full length, since cells stand to the right; what is there at all can be seen. */
    private static String bar(double share, double largest) {
        int length = (int) Math.ceil(LONGEST_BAR * share / largest);
        return "#".repeat(length) + " ".repeat(LONGEST_BAR - length);
    }

    private static String range(Bin bin) {
        return bin.from() == bin.to() ? say("%,d", bin.from()) : say("%,d to %,d", bin.from(), bin.to());
    }

    private static String share(Bin bin) {
        return say("%.1f %%", 100 * bin.share());
    }
}
