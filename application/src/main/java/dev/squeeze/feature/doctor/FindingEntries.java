package dev.squeeze.feature.doctor;

import static dev.squeeze.kit.document.Figures.say;

import dev.squeeze.kit.document.Block;
import dev.squeeze.kit.document.Block.Fact;
import dev.squeeze.kit.document.Block.Medium;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.PageParts;
import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.unit.KebabCase;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Findings as entries of a document. */
final class FindingEntries {
    /**
     * If there are more notes than this, terminals show a short form: what was seen, the whole fix, and what it saves.
     */
    private static final int MAX_FULL_NOTES = 4;

    /** Smaller differences are noise, and not shown. */
    private static final double MIN_CORES = 0.01;

    private static final double MIN_GIGABYTES = 0.01;

    private final DoctorResult result;
    private final boolean briefNotes;

    FindingEntries(DoctorResult result) {
        this.result = result;
        this.briefNotes = result.count(Severity.NOTE) > MAX_FULL_NOTES;
    }

    /** All findings of a severity, regardless of topic. */
    List<Block> of(Severity severity) {
        List<TopicFindings> topics = TopicFindings.of(result.diagnosis());
        List<Block> blocks = new ArrayList<>();
        for (Finding finding : result.diagnosis().findings()) {
            if (finding.severity() == severity) {
                Optional<Fact> overlap = topics.stream()
                        .filter(topic -> topic.topic().equals(finding.topic()))
                        .flatMap(topic -> overlap(finding, topic).stream())
                        .findFirst();
                add(blocks, titleWithTopic(finding), finding, overlap);
            }
        }
        return blocks;
    }

    /** All findings of a topic, for a section with the topic in its title. */
    List<Block> of(TopicFindings topic) {
        List<Block> blocks = new ArrayList<>();
        overlap(topic).ifPresent(line -> blocks.add(new Block.Paragraph(line)));
        topic.findings().forEach(finding -> add(blocks, title(finding), finding, Optional.empty()));
        return blocks;
    }

    /** All findings of several topics, if these are too many for a section each. */
    List<Block> of(List<TopicFindings> topics) {
        List<Block> blocks = new ArrayList<>();
        for (TopicFindings topic : topics) {
            for (Finding finding : topic.findings()) {
                add(blocks, titleWithTopic(finding), finding, overlap(finding, topic));
            }
        }
        return blocks;
    }

    private void add(List<Block> blocks, String title, Finding finding, Optional<Fact> overlap) {
        Block full = new Block.Entry(KebabCase.of(finding.severity()), title, full(finding, overlap));
        if (finding.severity() == Severity.NOTE && briefNotes) {
            Block brief = new Block.Entry(KebabCase.of(finding.severity()), title, brief(finding, overlap));
            blocks.add(new Block.Only(Set.of(Medium.TERMINAL), brief));
            blocks.add(new Block.Only(Set.of(Medium.MARKDOWN, Medium.PAGE), full));
        } else {
            blocks.add(full);
        }
    }

    /** Such as {@code [3 no-linger]}. */
    static String label(Check check) {
        return say("[%d %s]", check.number(), check.id());
    }

    private static String title(Finding finding) {
        return finding.check().title() + " " + label(finding.check());
    }

    private static String titleWithTopic(Finding finding) {
        return finding.topic().map(topic -> topic + ": ").orElse("") + title(finding);
    }

    private static Optional<String> overlap(TopicFindings topic) {
        return topic.first()
                .map(first -> say(
                        "These changes overlap: their savings do not add up. Start with %s, which alone saves %s.",
                        label(first.check()), howMuch(first, topic.overlapping().get(0))));
    }

    private static Optional<Fact> overlap(Finding finding, TopicFindings topic) {
        List<Finding> overlapping = topic.overlapping();
        if (!overlapping.contains(finding)) {
            return Optional.empty();
        }
        Finding first = topic.first().orElseThrow();
        String others = overlapping.stream()
                .filter(other -> !other.equals(finding))
                .map(other -> label(other.check()))
                .collect(Collectors.joining(", "));
        return Optional.of(Fact.statement(
                "overlaps",
                say(
                        "with %s of this topic: the savings do not add up. Start with %s, which alone saves %s.",
                        others,
                        finding.equals(first) ? "this one" : label(first.check()),
                        howMuch(first, overlapping.get(0)))));
    }

    private static String howMuch(Finding first, Finding largest) {
        return first.equals(largest)
                ? "the most"
                : say("nearly as much as %s with a smaller change", label(largest.check()));
    }

    private List<Fact> brief(Finding finding, Optional<Fact> overlap) {
        List<Fact> facts = new ArrayList<>();
        facts.add(Fact.statement("seen", finding.seen()));
        facts.add(Fact.toCopy("fix", finding.fix()));
        finding.estimatedSaving().ifPresent(saving -> facts.add(Fact.statement("saves", saves(saving))));
        overlap.ifPresent(facts::add);
        if (finding.confidence().level() == Confidence.Level.POSSIBLE) {
            facts.add(confidence(finding));
        }
        return facts;
    }

    private List<Fact> full(Finding finding, Optional<Fact> overlap) {
        List<Fact> facts = new ArrayList<>();
        facts.add(Fact.statement("seen", finding.seen()));
        facts.add(Fact.statement("costs", finding.costs()));
        facts.add(Fact.toCopy("fix", finding.fix()));
        finding.estimatedSaving().ifPresent(saving -> facts.add(Fact.statement("saves", saves(saving))));
        overlap.ifPresent(facts::add);
        facts.add(confidence(finding));
        facts.add(Fact.statement("source", finding.source()));
        return facts;
    }

    private static Fact confidence(Finding finding) {
        return Fact.statement(
                "confidence",
                KebabCase.of(finding.confidence().level()) + ": "
                        + finding.confidence().why());
    }

    private String saves(EstimatedSaving saving) {
        ConfidenceInterval money = saving.moneyPerMonth();
        String currency = result.prices().currency();
        StringBuilder text = new StringBuilder(say("%s %s/month", Figures.number(money.estimate()), currency));
        text.append(between(money)).append(", this change alone");
        gigabytes(saving.wireGigabytesPerMonth(), "GB/month", "on the wire").ifPresent(text::append);
        gigabytes(saving.diskGigabytes(), "GB", "on disks").ifPresent(text::append);
        if (Math.abs(saving.cores()) >= MIN_CORES) {
            text.append(say(
                    "; about %s cores %s",
                    Figures.number(Math.abs(saving.cores())), saving.cores() < 0 ? "more" : "less"));
        }
        return text.toString();
    }

    /** Empty if it is negligible, or if it is uncertain whether it is more or less. */
    private static Optional<String> gigabytes(ConfidenceInterval saved, String unit, String where) {
        if (Math.abs(saved.estimate()) < MIN_GIGABYTES || saved.covers(0)) {
            return Optional.empty();
        }
        ConfidenceInterval size = PageParts.size(saved);
        return Optional.of(say(
                "; %s %s %s %s%s",
                Figures.number(size.estimate()), unit, saved.estimate() > 0 ? "less" : "more", where, between(size)));
    }

    /** Empty if the error is too small to show in the figure's digits. */
    private static String between(ConfidenceInterval figure) {
        String low = Figures.number(figure.low());
        String high = Figures.number(figure.high());
        return figure.exact() || low.equals(high) ? "" : say(" (%s to %s)", low, high);
    }
}
