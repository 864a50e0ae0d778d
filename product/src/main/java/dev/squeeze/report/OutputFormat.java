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
            case CSV -> csv(result);
            case TEXT -> text(result);
            case MARKDOWN -> markdown(result);
        };
    }

    private static String csv(Result result) {
        if (result instanceof RecompressResult rewritten) {
            return RecompressReport.csv(rewritten);
        }
        if (result instanceof InspectResult inspected) {
            return InspectCsv.write(inspected);
        }
        if (result instanceof SurveyResult survey) {
            return SurveyCsv.write(survey);
        }
        if (result instanceof DoctorResult diagnosed) {
            return DoctorCsv.write(diagnosed);
        }
        return result instanceof OfflineResult offline ? SweepCsv.write(offline) : BenchCsv.write((BenchResult) result);
    }

    private static String text(Result result) {
        if (result instanceof RecompressResult rewritten) {
            return RecompressReport.text(rewritten);
        }
        if (result instanceof InspectResult inspected) {
            return InspectReport.text(inspected);
        }
        if (result instanceof SurveyResult survey) {
            return SurveyReport.text(survey);
        }
        if (result instanceof DoctorResult diagnosed) {
            return DoctorReport.text(diagnosed);
        }
        if (result instanceof MeasureResult measured) {
            return MeasureReport.text(measured);
        }
        return result instanceof AdviseResult advised
                ? AdviseReport.text(advised)
                : BenchReport.text((BenchResult) result);
    }

    private static String markdown(Result result) {
        if (result instanceof RecompressResult rewritten) {
            return RecompressReport.markdown(rewritten);
        }
        if (result instanceof InspectResult inspected) {
            return InspectReport.markdown(inspected);
        }
        if (result instanceof SurveyResult survey) {
            return SurveyReport.markdown(survey);
        }
        if (result instanceof DoctorResult diagnosed) {
            return DoctorReport.markdown(diagnosed);
        }
        if (result instanceof MeasureResult measured) {
            return MeasureReport.markdown(measured);
        }
        return result instanceof AdviseResult advised
                ? AdviseReport.markdown(advised)
                : BenchReport.markdown((BenchResult) result);
    }
}
