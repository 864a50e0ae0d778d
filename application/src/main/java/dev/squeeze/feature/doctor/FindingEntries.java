package dev.squeeze.feature.doctor;

import static dev.squeeze.kit.document.Figures.say;

import dev.squeeze.kit.document.Block;
import dev.squeeze.kit.document.Block.Fact;
import dev.squeeze.kit.document.Block.Medium;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Findings as entries of a document. */
final class FindingEntries {
    /** On a terminal, more notes than these are shortened to what was seen and the first line of the fix. */
    private static final int MAX_FULL_NOTES = 4;

    /** Fewer cores are not shown. */
    private static final double MIN_CORES = 0.0005;

    private final DoctorResult result;

    FindingEntries(DoctorResult result) {
        this.result = result;
    }

    List<Block> of(Severity severity) {
        boolean brief = severity == Severity.NOTE && result.count(Severity.NOTE) > MAX_FULL_NOTES;
        List<Block> blocks = new ArrayList<>();
        for (Finding finding : result.diagnosis().findings()) {
            if (finding.severity() == severity && brief) {
                blocks.add(new Block.Only(Set.of(Medium.TERMINAL), entry(finding, brief(finding))));
                blocks.add(new Block.Only(Set.of(Medium.MARKDOWN, Medium.PAGE), entry(finding, full(finding))));
            } else if (finding.severity() == severity) {
                blocks.add(entry(finding, full(finding)));
            }
        }
        return blocks;
    }

    static String word(Severity severity) {
        return severity.name().toLowerCase(Locale.ROOT);
    }

    private static Block entry(Finding finding, List<Fact> facts) {
        String title = say(
                "%s%s [%d %s]",
                finding.topic().map(topic -> topic + ": ").orElse(""),
                finding.check().title(),
                finding.check().number(),
                finding.check().id());
        return new Block.Entry(word(finding.severity()), title, facts);
    }

    private List<Fact> brief(Finding finding) {
        List<Fact> facts = new ArrayList<>();
        facts.add(Fact.statement("seen", finding.seen()));
        facts.add(Fact.toCopy("fix", finding.fix().stream().limit(1).toList()));
        finding.worth().ifPresent(saving -> facts.add(Fact.statement("saves", saves(saving))));
        return facts;
    }

    private List<Fact> full(Finding finding) {
        List<Fact> facts = new ArrayList<>();
        facts.add(Fact.statement("seen", finding.seen()));
        facts.add(Fact.statement("costs", finding.costs()));
        facts.add(Fact.toCopy("fix", finding.fix()));
        finding.worth().ifPresent(saving -> facts.add(Fact.statement("saves", saves(saving))));
        facts.add(Fact.statement(
                "confidence",
                finding.confidence().level().name().toLowerCase(Locale.ROOT) + ": "
                        + finding.confidence().why()));
        facts.add(Fact.statement("source", finding.source()));
        return facts;
    }

    private String saves(EstimatedSaving saving) {
        ConfidenceInterval money = saving.moneyPerMonth();
        String currency = result.prices().currency();
        StringBuilder text = new StringBuilder(say("%s %s/month", Figures.number(money.estimate()), currency));
        text.append(between(money));
        if (saving.wireGigabytesPerMonth().estimate() != 0) {
            ConfidenceInterval wire = saving.wireGigabytesPerMonth();
            text.append(say("; %s GB/month less on the wire", Figures.number(wire.estimate())))
                    .append(between(wire))
                    .append(say(
                            ", %s GB less on disks",
                            Figures.number(saving.diskGigabytes().estimate())));
        }
        if (Math.abs(saving.cores()) >= MIN_CORES) {
            text.append(say(
                    "; about %s cores %s",
                    Figures.number(Math.abs(saving.cores())), saving.cores() < 0 ? "more" : "less"));
        }
        return text.toString();
    }

    /** Nothing where there is no error. */
    private static String between(ConfidenceInterval figure) {
        return figure.exact() || figure.low() == figure.high()
                ? ""
                : say(" (%s to %s)", Figures.number(figure.low()), Figures.number(figure.high()));
    }
}
