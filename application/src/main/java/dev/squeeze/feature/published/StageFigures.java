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
 * Finds the figures in a stage's document that published figures are compared with. Their subject is an arm of {@code
 * bench}, a codec of {@code copy} or {@code inspect}, or a codec at a batch size of {@code measure}, such as {@code
 * zstd:1 64KiB}.
 */
public final class StageFigures {
    /** Metrics and their units, by command. */
    private static final Map<String, Map<String, String>> METRICS = Map.of(
            "bench", BenchFigures.units(),
            "copy", CopyFigures.UNITS,
            "inspect", InspectFigures.UNITS,
            "measure", SweepFigures.UNITS);

    private StageFigures() {}

    /** The metrics of a command's documents, with their units; empty for a command without figures. */
    public static Map<String, String> metrics(String command) {
        return METRICS.getOrDefault(command, Map.of());
    }

    /** Finds a figure; empty if the document does not have it, or only an invalid one. */
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
     * Normalises a setting of {@code measure} to the form in its figures.
     *
     * @param text a codec and uncompressed batch bytes, separated by a space, preceded by the client if the codec is
     *     not Java's
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

    /** Whether both name the same codec, even if one leaves out the default level. */
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
