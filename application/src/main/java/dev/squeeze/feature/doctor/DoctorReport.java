package dev.squeeze.feature.doctor;

import static dev.squeeze.kit.document.Figures.count;
import static dev.squeeze.kit.document.Figures.say;

import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.Markdown;
import dev.squeeze.kit.document.ResultHeader;
import dev.squeeze.kit.document.Sections;
import dev.squeeze.kit.document.Wrapped;
import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.unit.ByteCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** {@code squeeze doctor} as text and as Markdown. */
public final class DoctorReport {
    /** More notes than these are shown in two lines each. */
    private static final int MOST_FULL_NOTES = 4;

    private static final int MOST_NAMED = 12;
    private static final String BESIDE_LABEL = "            ";

    private DoctorReport() {}

    public static String text(DoctorResult result) {
        StringBuilder text = new StringBuilder();
        head(result).forEach(line -> text.append(Wrapped.lines(line, "", "  ")));
        boolean brief = result.count(Severity.NOTE) > MOST_FULL_NOTES;
        for (Finding finding : result.diagnosis().findings()) {
            text.append('\n').append(finding(finding, result, brief && finding.severity() == Severity.NOTE));
        }
        Sections.text(text, "Nothing found:", healthy(result));
        Sections.text(text, "Not looked at:", skipped(result));
        Sections.text(
                text, "To ask, since no cluster tells:", result.diagnosis().questions());
        Sections.text(text, "Money and time:", assumptions(result));
        Sections.text(
                text, "Measured on:", ResultHeader.machineLines(result.run().environment()));
        return text.append('\n').append(runLine(result)).append('\n').toString();
    }

    public static String markdown(DoctorResult result) {
        StringBuilder text = new StringBuilder("# squeeze doctor\n\n");
        head(result).forEach(line -> text.append(Markdown.item(line)));
        for (Finding finding : result.diagnosis().findings()) {
            text.append(markdown(finding, result));
        }
        Sections.markdown(text, "Nothing found", healthy(result));
        Sections.markdown(text, "Not looked at", skipped(result));
        Sections.markdown(
                text, "To ask, since no cluster tells", result.diagnosis().questions());
        Sections.markdown(text, "Money and time", assumptions(result));
        Sections.markdown(
                text, "Measured on", ResultHeader.machineLines(result.run().environment()));
        return text.append('\n')
                .append(Markdown.text(runLine(result)))
                .append('\n')
                .toString();
    }

    static List<String> head(DoctorResult result) {
        List<String> lines = new ArrayList<>();
        List<TopicSummary> read = result.topics().stream()
                .filter(topic -> topic.unread().isEmpty())
                .toList();
        lines.add(say(
                "%s: %s, %s examined%s (%s of batches read), %s",
                result.examined().bootstrap(),
                count(result.examined().brokers(), "broker"),
                count(result.topics().size(), "topic"),
                read.size() < result.topics().size()
                        ? say(", %,d of them not readable", result.topics().size() - read.size())
                        : "",
                ByteCount.binary(
                        read.stream().mapToLong(TopicSummary::storedBytes).sum()),
                counts(result)));
        if (result.interrupted()) {
            lines.add("The run was interrupted: this is of the topics that were examined until then.");
        }
        return lines;
    }

    static String counts(DoctorResult result) {
        if (result.diagnosis().findings().isEmpty()) {
            return "nothing found";
        }
        return say(
                "findings: %d serious, %d worth changing, %s",
                result.count(Severity.SERIOUS),
                result.count(Severity.WORTH),
                count(result.count(Severity.NOTE), "note"));
    }

    private static String finding(Finding finding, DoctorResult result, boolean brief) {
        StringBuilder text = new StringBuilder();
        text.append(title(finding)).append('\n');
        labelled(text, "seen", finding.seen());
        if (!brief) {
            labelled(text, "costs", finding.costs());
        }
        String label = "fix";
        for (String line : finding.fix().subList(0, brief ? 1 : finding.fix().size())) {
            // A line to be copied is never wrapped.
            text.append(prefix(label)).append(line).append('\n');
            label = "";
        }
        finding.worth().ifPresent(worth -> labelled(text, "worth", worth(worth, result)));
        if (!brief) {
            labelled(text, "confidence", confidence(finding));
            labelled(text, "source", finding.source());
        }
        return text.toString();
    }

    static String title(Finding finding) {
        return say(
                "%s  %s%s [%d %s]",
                finding.severity().name(),
                finding.topic().map(topic -> topic + ": ").orElse(""),
                finding.check().title(),
                finding.check().number(),
                finding.check().id());
    }

    private static void labelled(StringBuilder text, String label, String words) {
        text.append(Wrapped.lines(words, prefix(label), "  " + BESIDE_LABEL));
    }

    private static String prefix(String label) {
        return "  " + label + BESIDE_LABEL.substring(label.length());
    }

    static String confidence(Finding finding) {
        return say(
                "%s: %s",
                finding.confidence().level().name().toLowerCase(Locale.ROOT),
                finding.confidence().why());
    }

    static String worth(Worth worth, DoctorResult result) {
        ConfidenceInterval money = worth.moneyPerMonth();
        String currency = result.prices().currency();
        StringBuilder text = new StringBuilder(say("%s %s a month", Figures.number(money.estimate()), currency));
        text.append(between(money));
        if (worth.wireGigabytesPerMonth().estimate() != 0) {
            ConfidenceInterval wire = worth.wireGigabytesPerMonth();
            text.append(say("; %s GB less a month on the wire", Figures.number(wire.estimate())))
                    .append(between(wire))
                    .append(say(
                            ", %s GB less on disks",
                            Figures.number(worth.diskGigabytes().estimate())));
        }
        if (Math.abs(worth.cores()) >= 0.0005) {
            text.append(say(
                    "; about %s cores %s",
                    Figures.number(Math.abs(worth.cores())), worth.cores() < 0 ? "more" : "less"));
        }
        return text.toString();
    }

    /** Nothing where all was measured. */
    private static String between(ConfidenceInterval figure) {
        return figure.exact() || figure.low() == figure.high()
                ? ""
                : say(" (%s to %s)", Figures.number(figure.low()), Figures.number(figure.high()));
    }

    private static String markdown(Finding finding, DoctorResult result) {
        StringBuilder text = new StringBuilder();
        text.append("\n## ").append(Markdown.text(title(finding))).append("\n\n");
        text.append(Markdown.item("seen: " + finding.seen()));
        text.append(Markdown.item("costs: " + finding.costs()));
        finding.worth().ifPresent(worth -> text.append(Markdown.item("worth: " + worth(worth, result))));
        text.append(Markdown.item("confidence: " + confidence(finding)));
        text.append(Markdown.item("source: " + finding.source())).append('\n');
        return text.append(Markdown.code("", finding.fix())).toString();
    }

    static List<String> healthy(DoctorResult result) {
        Set<String> found = result.diagnosis().findings().stream()
                .flatMap(finding -> finding.topic().stream())
                .collect(Collectors.toSet());
        List<String> names = result.topics().stream()
                .filter(topic -> topic.unread().isEmpty() && !found.contains(topic.topic()))
                .map(TopicSummary::topic)
                .toList();
        return names.isEmpty() ? List.of() : List.of(names(names));
    }

    private static String names(List<String> topics) {
        return topics.size() <= MOST_NAMED
                ? String.join(", ", topics)
                : String.join(", ", topics.subList(0, MOST_NAMED)) + say(" and %,d more", topics.size() - MOST_NAMED);
    }

    static List<String> skipped(DoctorResult result) {
        return result.diagnosis().skipped().stream().map(DoctorReport::skipped).toList();
    }

    private static String skipped(SkippedCheck skipped) {
        String checks = skipped.checks().size() > MOST_NAMED
                ? say("%d checks of the log", skipped.checks().size())
                : skipped.checks().stream().map(Check::id).collect(Collectors.joining(", "));
        return checks + (skipped.topics().isEmpty() ? "" : " on " + names(skipped.topics())) + ": " + skipped.why();
    }

    static List<String> assumptions(DoctorResult result) {
        DoctorResult.Examined examined = result.examined();
        List<String> lines = new ArrayList<>();
        lines.add(say(
                "Prices: %s (%s), %s. %s read each topic once (--consumer-groups); %s (--zones)%s.",
                result.prices().name(),
                result.prices().date(),
                result.prices().currency(),
                count(examined.consumerGroups(), "consumer group"),
                count(examined.zones(), "zone"),
                examined.zonesAssumed() ? ", assumed since no broker names a rack" : ""));
        lines.add(
                "A topic's rate is the mean between the oldest and the newest timestamp that lie there; its retention is the"
                        + " topic's, or as long as the log is where that is not told (--retention). Findings of one topic overlap:"
                        + " their worths do not add up.");
        List<String> idle = result.topics().stream()
                .filter(TopicSummary::idle)
                .map(TopicSummary::topic)
                .toList();
        if (!idle.isEmpty()) {
            lines.add("The newest timestamps are older than a day in " + names(idle)
                    + ": savings there are notes, at the rate of the time that its records are from.");
        }
        if (result.failOn().isPresent()) {
            lines.add(say(
                    "--fail-on %s: %s.",
                    result.failOn().get().name().toLowerCase(Locale.ROOT),
                    result.failed() ? "so severe a finding makes the exit code 3" : "no finding is so severe"));
        }
        return lines;
    }

    private static String runLine(DoctorResult result) {
        return say("%.1f s in all", result.run().elapsedSeconds());
    }
}
