package dev.squeeze.feature.measure;

import dev.squeeze.kit.source.ReadNotice;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Lines about the run behind a result that was measured on a sample, without a broker. */
public final class OfflineNotes {
    private OfflineNotes() {}

    /** Notices about the source, and caveats about the run. */
    public static List<String> warnings(OfflineResult result) {
        List<String> lines = new ArrayList<>();
        for (ReadNotice notice : result.source().notices()) {
            lines.add(notice.message());
        }
        if (result.sweep().interrupted()) {
            lines.add("The run was interrupted: figures are what was measured until then.");
        }
        result.sweep().contention().ifPresent(contention -> {
            if (!contention.speedsTrustworthy()) {
                lines.add(String.format(
                        Locale.ROOT,
                        "The machine was too busy: speeds are rough (wall time was %.2f times CPU time). Ratios are not affected.",
                        contention.wallOverCpu()));
            }
        });
        return lines;
    }

    public static String runLine(OfflineResult result) {
        return String.format(
                Locale.ROOT,
                "%.1f s in all; speed rounds: %d%s",
                result.run().elapsedSeconds(),
                result.sweep().rounds(),
                result.sweep()
                        .contention()
                        .map(contention ->
                                String.format(Locale.ROOT, ", wall / CPU time %.2f", contention.wallOverCpu()))
                        .orElse(""));
    }
}
