package dev.squeeze.feature.published;

import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.Observed;
import dev.squeeze.kit.document.PageParts;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/** Compares published figures with those of the stages' documents, and judges the findings. */
public final class PublishedComparison {
    private final Map<String, PublishedFigure> figures = new LinkedHashMap<>();
    private final Map<String, StageInfo> stages = new LinkedHashMap<>();

    /** @param stages stages run so far; missing ones have no figures */
    public PublishedComparison(List<PublishedFigure> figures, List<StageInfo> stages) {
        figures.forEach(figure -> this.figures.put(figure.id(), figure));
        stages.forEach(stage -> this.stages.put(stage.name(), stage));
    }

    public List<PublishedInfo> published() {
        return figures.values().stream().map(this::info).toList();
    }

    private PublishedInfo info(PublishedFigure figure) {
        Optional<String> unit = figure.measured().flatMap(place -> Optional.ofNullable(stages.get(place.stage()))
                .flatMap(stage -> Optional.ofNullable(
                        StageFigures.metrics(stage.command()).get(place.metric()))));
        return PublishedInfo.of(figure, publishedQuotient(figure), unit, observed(figure), quotient(figure));
    }

    private Optional<PublishedFigure> baseline(PublishedFigure figure) {
        return figure.relativeTo().map(id -> Objects.requireNonNull(figures.get(id), id));
    }

    private OptionalDouble publishedQuotient(PublishedFigure figure) {
        return baseline(figure)
                .map(base -> OptionalDouble.of(figure.value() / base.value()))
                .orElse(OptionalDouble.empty());
    }

    private Optional<Observed> observed(PublishedFigure figure) {
        return figure.measured().flatMap(place -> Optional.ofNullable(stages.get(place.stage()))
                .flatMap(StageInfo::document)
                .flatMap(document -> StageFigures.find(document, place.arm(), place.metric())));
    }

    private Optional<Quotient> quotient(PublishedFigure figure) {
        Optional<PublishedFigure> base = baseline(figure);
        Optional<Observed> above = observed(figure);
        Optional<Observed> below = base.flatMap(this::observed);
        if (base.isEmpty() || above.isEmpty() || below.isEmpty()) {
            return Optional.empty();
        }
        boolean together = figure.measured()
                .map(PublishedFigure.Place::stage)
                .equals(base.get().measured().map(PublishedFigure.Place::stage));
        return Quotient.of(above.get(), below.get(), together);
    }

    public List<FindingInfo> findings(List<PublishedFinding> findings) {
        return findings.stream().map(this::judge).toList();
    }

    private FindingInfo judge(PublishedFinding finding) {
        PublishedFigure figure = Objects.requireNonNull(figures.get(finding.figure()), finding.figure());
        return figure.bound().isPresent() ? judgeBound(finding, figure) : judgeQuotient(finding, figure);
    }

    private FindingInfo judgeBound(PublishedFinding finding, PublishedFigure figure) {
        Holding.Bound bound = figure.bound().orElseThrow();
        OptionalDouble theirs = publishedQuotient(figure);
        Optional<ConfidenceInterval> interval = theirs.isPresent()
                ? quotient(figure).flatMap(Quotient::interval)
                : observed(figure).flatMap(Observed::interval);
        Holding holding = Holding.ofBound(theirs.orElse(figure.value()), bound, interval);
        String limit = bound == Holding.Bound.AT_MOST ? "at most " : "at least ";
        String words = theirs.isPresent()
                ? compared(figure, limit + times(theirs.getAsDouble()), quotient(figure))
                : comparedToBound(figure, limit + amount(figure.value(), figure), observed(figure));
        return info(finding, holding, words);
    }

    private String comparedToBound(PublishedFigure figure, String published, Optional<Observed> ours) {
        return ours.map(known -> amount(known.estimate(), figure) + span(known.interval()) + " here, " + published
                        + " published")
                .orElseGet(() -> published + " published, nothing measured: " + reasonMissing(figure));
    }

    private static String amount(double value, PublishedFigure figure) {
        return Figures.number(value) + " " + figure.unit();
    }

    private FindingInfo judgeQuotient(PublishedFinding finding, PublishedFigure figure) {
        double theirs = publishedQuotient(figure).orElseThrow();
        Optional<Quotient> ours = quotient(figure);
        Optional<ConfidenceInterval> interval = ours.flatMap(Quotient::interval);
        Holding holding = finding.small() ? Holding.ofSmall(theirs, interval) : Holding.ofQuotient(theirs, interval);
        return info(finding, holding, compared(figure, times(theirs), ours));
    }

    private String compared(PublishedFigure figure, String published, Optional<Quotient> ours) {
        return ours.map(known ->
                        times(known.estimate()) + span(known.interval()) + " here, " + published + " published")
                .orElseGet(() -> published + " published, nothing measured: "
                        + reasonMissing(
                                observed(figure).isEmpty()
                                        ? figure
                                        : baseline(figure).orElseThrow()));
    }

    private static FindingInfo info(PublishedFinding finding, Holding holding, String words) {
        return new FindingInfo(finding.id(), finding.sentence(), finding.figure(), holding, words, finding.because());
    }

    private String reasonMissing(PublishedFigure figure) {
        if (figure.measured().isEmpty()) {
            return "no stage measures it";
        }
        PublishedFigure.Place place = figure.measured().get();
        StageInfo stage = stages.get(place.stage());
        if (stage == null) {
            return "the stage " + place.stage() + " has not finished";
        }
        return String.format(
                Locale.ROOT,
                "the stage %s (%s) has no %s of %s",
                place.stage(),
                stage.outcome().words(),
                place.metric(),
                place.arm());
    }

    private static String times(double quotient) {
        return Figures.number(quotient) + " times";
    }

    private static String span(Optional<ConfidenceInterval> interval) {
        return interval.map(known -> known.exact() ? " (counted)" : " (" + PageParts.between(known) + ")")
                .orElse(" without an interval");
    }
}
