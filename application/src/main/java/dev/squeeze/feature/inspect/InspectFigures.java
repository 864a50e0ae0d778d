package dev.squeeze.feature.inspect;

import dev.squeeze.engine.inspection.TopicProfile;
import dev.squeeze.kit.document.Figure;
import dev.squeeze.kit.document.Observed;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Figures of an inspected topic or segment, for each codec. */
public final class InspectFigures {
    /** Metrics with their units. */
    public static final Map<String, String> UNITS =
            Map.of("ratio", "x", "stored-bytes", "bytes", "records", "records", "stored-bytes-per-record", "bytes");

    private InspectFigures() {}

    static List<Figure> of(TopicProfile profile) {
        return profile.codecs().stream()
                .flatMap(share -> of(profile, share).stream())
                .toList();
    }

    /** Counts are exact only if all batches were read. */
    private static List<Figure> of(TopicProfile profile, TopicProfile.CodecShare share) {
        boolean whole = profile.reading().map(TopicProfile.TopicReading::whole).orElse(true);
        return new Figure.Collector(share.codec(), share.codec())
                .add("ratio", "ratio", share.ratio().map(Observed::of))
                .add("stored-bytes", "stored bytes", counted(whole, share.storedBytes()))
                .add("records", "records", counted(whole, share.records()))
                .add(
                        "stored-bytes-per-record",
                        "stored bytes per record",
                        counted(
                                whole && share.records() > 0,
                                (double) share.storedBytes() / Math.max(1, share.records())))
                .figures();
    }

    private static Optional<Observed> counted(boolean known, double value) {
        return known ? Optional.of(Observed.counted(value)) : Optional.empty();
    }
}
