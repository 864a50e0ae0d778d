package dev.squeeze.report;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The forms a result can be written in. */
public enum OutputFormat {
    TEXT("txt"),
    JSON("json"),
    CSV("csv"),
    MARKDOWN("md");

    private final String extension;

    OutputFormat(String extension) {
        this.extension = extension;
    }

    /**
     * The form that a file's name asks for.
     *
     * @throws IllegalArgumentException where the name's ending is none of the known ones
     */
    public static OutputFormat ofFile(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(format -> lower.endsWith("." + format.extension))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("cannot tell the form of '" + name
                        + "': let the name end in "
                        + Arrays.stream(values())
                                .map(format -> "." + format.extension)
                                .collect(Collectors.joining(", "))));
    }

    /** Renders a result. */
    public String render(Result result) {
        return switch (this) {
            case JSON -> ResultJson.write(result);
            case CSV -> SweepCsv.write(result);
            case TEXT ->
                result instanceof MeasureResult measured
                        ? MeasureReport.text(measured)
                        : AdviseReport.text((AdviseResult) result);
            case MARKDOWN ->
                result instanceof MeasureResult measured
                        ? MeasureReport.markdown(measured)
                        : AdviseReport.markdown((AdviseResult) result);
        };
    }
}
