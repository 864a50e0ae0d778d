package dev.squeeze.feature.doctor;

import static dev.squeeze.kit.document.Figures.count;
import static dev.squeeze.kit.document.Figures.say;

import dev.squeeze.kit.document.Block;
import dev.squeeze.kit.document.Document;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.PageParts;
import dev.squeeze.kit.document.TextTable;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.KebabCase;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Renders the result of {@code squeeze doctor} as a document. */
final class DoctorDocument {
    /** Maximum number of topics to name; the rest are only counted. */
    private static final int MAX_NAMED = 12;

    /** Maximum number of checks to name per topic in the overview; the rest are only counted. */
    private static final int MAX_CHECKS = 3;

    private static final String CLUSTER = "Cluster and clients";

    private final DoctorResult result;

    private DoctorDocument(DoctorResult result) {
        this.result = result;
    }

    static Document of(DoctorResult result) {
        return new DoctorDocument(result).document();
    }

    private Document document() {
        Document.Builder document = Document.of(result, result.examined().bootstrap())
                .opening(opening())
                .verdict(verdict())
                .lead(Block.onPage(new Block.Lines(opening())), tiles());
        List<Finding> priced = priced();
        if (priced.size() > 1) {
            document.section(
                    "What the fixes save",
                    Block.Drawing.of(SavingsChart.of(priced, result.prices().currency())));
        }
        if (result.by() == Arrangement.TOPIC) {
            byTopic(document);
        } else {
            bySeverity(document);
        }
        return document.section("Next", next())
                .lines("Checked, nothing to gain", gainless())
                .lines("No findings", healthy())
                .lines("Not judged", notJudged())
                .lines("Checks skipped", skipped())
                .lines(
                        "Questions that a cluster cannot answer",
                        result.diagnosis().questions())
                .lines("Assumptions", assumptions())
                .build();
    }

    private void bySeverity(Document.Builder document) {
        FindingEntries entries = new FindingEntries(result);
        for (Severity severity : List.of(Severity.SERIOUS, Severity.WARNING, Severity.NOTE)) {
            document.section(title(severity), entries.of(severity));
        }
    }

    /** Topics that only have notes share a section, since there may be very many of them. */
    private void byTopic(Document.Builder document) {
        FindingEntries entries = new FindingEntries(result);
        List<TopicFindings> topics = TopicFindings.of(result.diagnosis());
        if (topics.size() > 1) {
            document.section("Findings by topic", new Block.Table("Findings by topic", overview(topics)));
        }
        List<TopicFindings> notes = new ArrayList<>();
        for (TopicFindings topic : topics) {
            if (topic.severity() == Severity.NOTE) {
                notes.add(topic);
            } else {
                document.section(topic.topic().map(name -> "Topic " + name).orElse(CLUSTER), entries.of(topic));
            }
        }
        document.section("Notes", entries.of(notes));
    }

    private TextTable overview(List<TopicFindings> topics) {
        TextTable table = new TextTable(2)
                .wordsLast()
                .row("topic", "severity", "largest saving,\n" + result.prices().currency() + "/month", "findings");
        for (TopicFindings topic : topics) {
            List<String> checks = topic.findings().stream()
                    .map(finding -> finding.check().id())
                    .toList();
            table.row(
                    topic.topic().orElse(CLUSTER),
                    KebabCase.of(topic.severity()),
                    TopicFindings.priced(topic.findings()).stream()
                            .findFirst()
                            .map(finding -> Figures.number(finding.estimatedSaving()
                                    .orElseThrow()
                                    .moneyPerMonth()
                                    .estimate()))
                            .orElse(""),
                    String.join(", ", checks.subList(0, Math.min(MAX_CHECKS, checks.size())))
                            + (checks.size() > MAX_CHECKS ? say(", %d more", checks.size() - MAX_CHECKS) : ""));
        }
        return table;
    }

    private List<Block> next() {
        List<String> commands = result.next().orElse(List.of());
        if (commands.isEmpty()) {
            return List.of();
        }
        List<String> lines = new ArrayList<>(List.of("# codec, level, batch.size and linger.ms of a topic together:"));
        lines.addAll(commands);
        return List.of(new Block.Config("", "sh", lines));
    }

    private List<String> gainless() {
        return result.diagnosis().gainless().stream()
                .map(check -> say(
                        "%s %s: %s", check.check().title(), FindingEntries.label(check.check()), names(check.topics())))
                .toList();
    }

    private List<String> opening() {
        List<String> lines = new ArrayList<>();
        List<TopicSummary> read = result.topics().stream()
                .filter(topic -> topic.unread().isEmpty())
                .toList();
        lines.add(say(
                "%s: %s, %s examined%s (%s of batches read)",
                result.examined().bootstrap(),
                count(result.examined().brokers(), "broker"),
                count(result.topics().size(), "topic"),
                read.size() < result.topics().size()
                        ? say(", %,d of them not read", result.topics().size() - read.size())
                        : "",
                ByteCount.binary(
                        read.stream().mapToLong(TopicSummary::storedBytes).sum())));
        if (result.interrupted()) {
            lines.add("The run was interrupted: topics that were not yet examined are missing.");
        }
        return lines;
    }

    private String verdict() {
        if (result.diagnosis().findings().isEmpty()) {
            long few =
                    few().stream().mapToLong(skipped -> skipped.topics().size()).sum();
            return few == 0
                    ? "No problem found in what was examined."
                    : "No problem found in what was examined; " + count(few, "topic") + " not judged.";
        }
        String notes = count(result.count(Severity.NOTE), "note");
        long serious = result.count(Severity.SERIOUS);
        long warnings = result.count(Severity.WARNING);
        if (serious + warnings == 0) {
            return "Nothing needs a change; " + notes + ".";
        }
        String counts = say("%s, %s, %s", count(serious, "serious finding"), count(warnings, "warning"), notes);
        return priced().stream()
                .findFirst()
                .map(finding -> say(
                        "%s; the largest saving by one change is %s %s/month: %s%s.",
                        counts,
                        PageParts.span(finding.estimatedSaving().orElseThrow().moneyPerMonth()),
                        result.prices().currency(),
                        finding.check().title(),
                        finding.topic().map(topic -> " (" + topic + ")").orElse("")))
                .orElse(counts + ".");
    }

    private Block tiles() {
        return new Block.Tiles(List.of(
                tile(Severity.SERIOUS, "much is lost, or something is about to break"),
                tile(Severity.WARNING, "worth the work"),
                tile(Severity.NOTE, "good to know")));
    }

    private PageParts.Tile tile(Severity severity, String detail) {
        return new PageParts.Tile(title(severity), Long.toString(result.count(severity)), detail);
    }

    private static String title(Severity severity) {
        return switch (severity) {
            case SERIOUS -> "Serious";
            case WARNING -> "Warnings";
            case NOTE -> "Notes";
        };
    }

    private List<Finding> priced() {
        return TopicFindings.priced(result.diagnosis().findings());
    }

    private List<String> healthy() {
        Set<String> few =
                few().stream().flatMap(skipped -> skipped.topics().stream()).collect(Collectors.toSet());
        List<String> names =
                withoutFindings().filter(topic -> !few.contains(topic)).toList();
        return names.isEmpty() ? List.of() : List.of(names(names));
    }

    /** Topics that were read and have no findings. */
    private Stream<String> withoutFindings() {
        Set<String> found = result.diagnosis().findings().stream()
                .flatMap(finding -> finding.topic().stream())
                .collect(Collectors.toSet());
        return result.topics().stream()
                .filter(topic -> topic.unread().isEmpty() && !found.contains(topic.topic()))
                .map(TopicSummary::topic);
    }

    /** Checks that were skipped because of too few batches, on topics without findings. */
    private List<SkippedCheck> few() {
        Set<String> candidates = withoutFindings().collect(Collectors.toSet());
        return result.diagnosis().skipped().stream()
                .filter(DoctorDocument::wantsBatches)
                .map(skipped -> skipped.on(candidates::contains))
                .filter(skipped -> !skipped.topics().isEmpty())
                .toList();
    }

    private static boolean wantsBatches(SkippedCheck skipped) {
        return skipped.checks().stream().allMatch(check -> check.requirements().contains(Requirement.BATCHES));
    }

    private List<String> notJudged() {
        return few().stream()
                .map(skipped -> names(skipped.topics()) + ": " + skipped.why())
                .toList();
    }

    private static String names(List<String> topics) {
        return topics.size() <= MAX_NAMED
                ? String.join(", ", topics)
                : String.join(", ", topics.subList(0, MAX_NAMED)) + say(" and %,d more", topics.size() - MAX_NAMED);
    }

    private List<String> skipped() {
        Set<String> notJudged =
                few().stream().flatMap(skipped -> skipped.topics().stream()).collect(Collectors.toSet());
        return result.diagnosis().skipped().stream()
                .map(skipped -> wantsBatches(skipped) ? skipped.on(topic -> !notJudged.contains(topic)) : skipped)
                .filter(skipped -> !wantsBatches(skipped) || !skipped.topics().isEmpty())
                .map(DoctorDocument::skipped)
                .toList();
    }

    private static String skipped(SkippedCheck skipped) {
        String checks = skipped.checks().size() > MAX_NAMED
                ? say("%d checks of the log", skipped.checks().size())
                : skipped.checks().stream().map(Check::id).collect(Collectors.joining(", "));
        return checks + (skipped.topics().isEmpty() ? "" : " on " + names(skipped.topics())) + ": " + skipped.why();
    }

    private List<String> workloadNotes() {
        return result.topics().stream()
                .flatMap(topic -> topic.workload().stream()
                        .flatMap(workload -> workload.notes().stream())
                        .map(note -> topic.topic() + ": " + note))
                .limit(MAX_NAMED)
                .toList();
    }

    private List<String> assumptions() {
        DoctorResult.Examined examined = result.examined();
        List<String> lines = new ArrayList<>();
        lines.add(say(
                "Prices: %s (%s), %s; %s (--zones)%s.",
                result.prices().name(),
                result.prices().date(),
                result.prices().currency(),
                count(examined.zones(), "zone"),
                examined.zonesAssumed() && examined.assumptions().isEmpty()
                        ? ", assumed since no broker has a rack"
                        : ""));
        examined.assumptions().ifPresent(lines::addAll);
        lines.add("Money is computed at a topic's mean rate since its oldest record (override with --rate); intervals"
                + " include how far the mean of a month may differ from it. Disk usage follows its"
                + " retention.ms or retention.bytes, whichever keeps less (override with --retention).");
        lines.add("The saving of a finding is for this change alone; squeeze advise topic:NAME computes that of the"
                + " best settings. Findings of one topic overlap: their savings do not add up.");
        lines.addAll(workloadNotes());
        List<String> idle = result.topics().stream()
                .filter(TopicSummary::idle)
                .map(TopicSummary::topic)
                .toList();
        if (!idle.isEmpty()) {
            lines.add("No records for more than a day in " + names(idle)
                    + ": findings on their bytes are only notes, with savings at the mean rate until now.");
        }
        result.failOn()
                .ifPresent(severity -> lines.add(say(
                        "--fail-on %s: %s.",
                        KebabCase.of(severity),
                        result.failed()
                                ? "a finding is at least as severe, so the exit code is 3"
                                : "no finding is as severe")));
        return lines;
    }
}
