package dev.squeeze.report;

import dev.squeeze.unit.VisibleText;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The forms a result can be written in. */
public enum OutputFormat {
    TEXT("txt"),
    JSON("json"),
    CSV("csv"),
    MARKDOWN("md"),
    HTML("html");

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

    /**
     * Renders a result. Names in it may have been chosen by anybody: they are made harmless for the form here, and for
     * Markdown and pages where text becomes {@link Markdown} or an element.
     */
    public String render(Result result) {
        return switch (this) {
            case JSON -> ResultJson.write(result);
            case CSV -> Forms.of(DocumentText.with(result, CsvText::cell)).csv().get();
            case TEXT ->
                Forms.of(DocumentText.with(result, VisibleText::oneLine)).text().get();
            case MARKDOWN ->
                Forms.of(DocumentText.with(result, VisibleText::oneLine))
                        .markdown()
                        .get();
            case HTML -> HtmlReport.render(result);
        };
    }

    /** How one sort of document is rendered. */
    private record Forms(Supplier<String> text, Supplier<String> markdown, Supplier<String> csv) {
        static Forms of(Result result) {
            if (result instanceof MeasureResult measured) {
                return new Forms(
                        () -> MeasureReport.text(measured),
                        () -> MeasureReport.markdown(measured),
                        () -> SweepCsv.write(measured));
            }
            if (result instanceof AdviseResult advised) {
                return new Forms(
                        () -> AdviseReport.text(advised),
                        () -> AdviseReport.markdown(advised),
                        () -> SweepCsv.write(advised));
            }
            if (result instanceof BenchResult bench) {
                return new Forms(
                        () -> BenchReport.text(bench), () -> BenchReport.markdown(bench), () -> BenchCsv.write(bench));
            }
            return ofLogs(result);
        }

        private static Forms ofLogs(Result result) {
            if (result instanceof InspectResult inspected) {
                return new Forms(
                        () -> InspectReport.text(inspected),
                        () -> InspectReport.markdown(inspected),
                        () -> InspectCsv.write(inspected));
            }
            if (result instanceof SurveyResult survey) {
                return new Forms(
                        () -> SurveyReport.text(survey),
                        () -> SurveyReport.markdown(survey),
                        () -> SurveyCsv.write(survey));
            }
            if (result instanceof DoctorResult diagnosed) {
                return new Forms(
                        () -> DoctorReport.text(diagnosed),
                        () -> DoctorReport.markdown(diagnosed),
                        () -> DoctorCsv.write(diagnosed));
            }
            if (result instanceof CopyResult copied) {
                return new Forms(
                        () -> CopyText.text(copied), () -> CopyText.markdown(copied), () -> CopyText.csv(copied));
            }
            if (result instanceof RecompressResult rewritten) {
                return new Forms(
                        () -> RecompressReport.text(rewritten),
                        () -> RecompressReport.markdown(rewritten),
                        () -> RecompressReport.csv(rewritten));
            }
            if (result instanceof ExperimentResult experiment) {
                return new Forms(
                        () -> ExperimentReport.text(experiment),
                        () -> ExperimentReport.markdown(experiment),
                        () -> ExperimentReport.csv(experiment));
            }
            if (result instanceof CalibrateResult calibrated) {
                return new Forms(
                        () -> CalibrateReport.text(calibrated),
                        () -> CalibrateReport.markdown(calibrated),
                        () -> CalibrateReport.csv(calibrated));
            }
            throw new IllegalArgumentException("no form for documents of kind " + result.kind());
        }
    }
}
