package dev.squeeze.feature.published;

import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.feature.bench.BenchFigures;
import dev.squeeze.feature.copy.CopyFigures;
import dev.squeeze.feature.inspect.InspectFigures;
import dev.squeeze.feature.measure.SweepFigures;
import dev.squeeze.kit.document.Figure;
import dev.squeeze.kit.document.Observed;
import dev.squeeze.kit.document.Result;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.unit.ByteCount;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the figures of a stage's document that published ones are compared with: an arm and a metric of {@code bench}, a
 * codec of {@code copy} or {@code inspect}, a codec at a batch size of {@code measure}, as in {@code zstd:1 64KiB}.
 */
public final class StageFigures {
    /** Commands that leave figures, with their metrics and units. */
    private static final Map<String, Map<String, String>> METRICS = Map.of(
            "bench", BenchFigures.units(),
            "copy", CopyFigures.UNITS,
            "inspect", InspectFigures.UNITS,
            "measure", SweepFigures.UNITS);

    private StageFigures() {}

    /** The metrics of a command's documents, with their units; none for a command without figures. */
    public static Map<String, String> metrics(String command) {
        return METRICS.getOrDefault(command, Map.of());
    }

    /** A figure; empty if the document does not have it or does not vouch for it. */
    public static Optional<Observed> find(Result document, String arm, String metric) {
        return document.figures().stream()
                .filter(figure -> figure.metric().equals(metric) && same(figure.subject(), arm))
                .findFirst()
                .map(Figure::value);
    }

    private static boolean same(String subject, String arm) {
        return sameCodec(subject, arm) || setting(arm).filter(subject::equals).isPresent();
    }

    /**
     * A setting of {@code measure} in the form that its figures have.
     *
     * @param text a codec and uncompressed batch bytes, with a blank between them; before them the client whose codec it is,
     *     where it is not Java's
     * @throws IllegalArgumentException for any other text
     */
    public static String normal(String text) {
        String[] parts = text.strip().split("\\s+", -1);
        if (parts.length != 2 && parts.length != 3) {
            throw new IllegalArgumentException(
                    "a setting of measure is a codec and a batch size, such as 'zstd:1 64KiB' or 'sarama zstd:1 64KiB', not '"
                            + text + "'");
        }
        String client = parts.length == 3 ? ClientProfile.parse(parts[0]).label() + " " : "";
        return client + Codec.parse(parts[parts.length - 2]) + " "
                + ByteCount.parse(parts[parts.length - 1]).bytes();
    }

    private static Optional<String> setting(String text) {
        try {
            return Optional.of(normal(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Whether both name the same codec, of which one may leave out the default level. */
    public static boolean sameCodec(String one, String other) {
        return one.equals(other) || codec(one).isPresent() && codec(one).equals(codec(other));
    }

    private static Optional<Codec> codec(String text) {
        try {
            return Optional.of(Codec.parse(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
