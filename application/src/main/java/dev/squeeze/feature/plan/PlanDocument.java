package dev.squeeze.feature.plan;

import static dev.squeeze.kit.document.Figures.count;
import static dev.squeeze.kit.document.Figures.say;

import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.feature.advise.Savings;
import dev.squeeze.feature.survey.NothingToChange;
import dev.squeeze.kit.document.Block;
import dev.squeeze.kit.document.Document;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.PageParts;
import dev.squeeze.kit.document.TextTable;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Renders a plan as a document. */
final class PlanDocument {
    private final PlanResult plan;

    private PlanDocument(PlanResult plan) {
        this.plan = plan;
    }

    static Document of(PlanResult plan) {
        return new PlanDocument(plan).document();
    }

    private Document document() {
        Document.Builder document = Document.of(plan, plan.bootstrap())
                .withoutMachine()
                .opening(List.of(say(
                        "%s, surveyed %s%s: %s",
                        plan.bootstrap(),
                        plan.surveyed().toString().substring(0, 10),
                        plan.checked()
                                .map(at -> say(", checked %s", at.toString().substring(0, 10)))
                                .orElse(""),
                        count(plan.changes().size() + plan.unchanged().size(), "topic"))))
                .verdict(verdict());
        document.section("Progress", progressOfEach());
        for (Wave wave : Wave.values()) {
            List<PlannedChange> changes = of(wave);
            if (!changes.isEmpty()) {
                document.section(wave.title(), wave(wave, changes));
            }
        }
        document.section("Connected clients", clients());
        document.section("Evidence", evidence());
        PlanConfigs configs = new PlanConfigs(plan);
        document.section("Settings", configs.settings());
        document.section("Topic settings", configs.topics());
        document.section("Rollback", configs.back());
        document.section("Topics that stay as they are", unchanged());
        return document.build();
    }

    private List<PlannedChange> of(Wave wave) {
        return plan.changes().stream().filter(change -> change.wave() == wave).toList();
    }

    private String verdict() {
        if (plan.changes().isEmpty()) {
            long unknown = plan.unchanged().stream()
                    .filter(PlanResult.Unchanged::unknown)
                    .count();
            return NothingToChange.verdict(plan.unchanged().size() - unknown, unknown);
        }
        List<Wave> waves =
                Arrays.stream(Wave.values()).filter(wave -> !of(wave).isEmpty()).toList();
        String all = say(
                "%s in %s %s %s %s/month (%s).",
                count(plan.changes().size(), "change"),
                count(waves.size(), "wave"),
                plan.changes().size() == 1 ? "saves" : "save",
                Figures.number(plan.savedMoney().estimate()),
                plan.currency(),
                PageParts.between(plan.savedMoney()));
        if (plan.checked().isPresent()) {
            return all + " " + progress();
        }
        List<PlannedChange> first = of(waves.get(0));
        return waves.size() == 1
                ? all
                : all
                        + say(
                                " Begin with \"%s\": %s, %s %s/month (%s).",
                                waves.get(0).title(),
                                count(first.size(), "topic"),
                                Figures.number(money(first).estimate()),
                                plan.currency(),
                                PageParts.between(money(first)));
    }

    /** Such as "3 done, 1 under way, 2 not started." */
    private String progress() {
        Map<PlannedChange.State, Long> states = plan.changes().stream()
                .flatMap(change -> change.progress().stream())
                .collect(Collectors.groupingBy(PlannedChange.Progress::state, Collectors.counting()));
        return Arrays.stream(PlannedChange.State.values())
                        .filter(states::containsKey)
                        .map(state -> say("%,d %s", states.getOrDefault(state, 0L), state.words()))
                        .collect(Collectors.joining(", "))
                + ".";
    }

    private static ConfidenceInterval money(List<PlannedChange> changes) {
        return Savings.sum(changes.stream().map(PlannedChange::savings).toList())
                .money();
    }

    private List<Block> wave(Wave wave, List<PlannedChange> changes) {
        List<Block> blocks = new ArrayList<>();
        ConfidenceInterval money = money(changes);
        blocks.add(new Block.Paragraph(say(
                "%s This wave saves %s %s/month (%s).",
                wave.why(), Figures.number(money.estimate()), plan.currency(), PageParts.between(money))));
        blocks.add(new Block.Table(wave.title(), table(changes)));
        lines("Prerequisites", changes, PlannedChange::needs).ifPresent(blocks::add);
        lines("Once all producers of a topic have changed", changes, PlannedChange::afterwards)
                .ifPresent(blocks::add);
        lines("Stop and roll back when", changes, PlannedChange::guards).ifPresent(blocks::add);
        return blocks;
    }

    /** Lists each line once; a line that does not apply to all changes begins with its topics. */
    private static Optional<Block> lines(
            String title, List<PlannedChange> changes, Function<PlannedChange, List<String>> of) {
        Map<String, List<String>> topics = new LinkedHashMap<>();
        changes.forEach(
                change -> of.apply(change).forEach(line -> topics.computeIfAbsent(line, any -> new ArrayList<>())
                        .add(change.topic())));
        List<String> lines = topics.entrySet().stream()
                .map(entry ->
                        (entry.getValue().size() == changes.size() ? "" : PlanConfigs.some(entry.getValue()) + ": ")
                                + entry.getKey())
                .toList();
        return lines.isEmpty()
                ? Optional.empty()
                : Optional.of(new Block.Titled(title, List.of(new Block.Lines(lines))));
    }

    private TextTable table(List<PlannedChange> changes) {
        boolean owned = changes.stream().anyMatch(change -> change.owner().isPresent());
        boolean checked = plan.checked().isPresent();
        List<String> head = new ArrayList<>(List.of("topic"));
        if (owned) {
            head.add("team");
        }
        head.addAll(List.of(
                "today: codec,\nbatch.size, linger.ms",
                "use",
                plan.currency() + "\n/month",
                "GB/month\non the wire",
                "disk\nGB",
                "cores"));
        if (checked) {
            head.add("now");
        }
        TextTable table = new TextTable(owned ? 2 : 1).row(head);
        for (PlannedChange change : changes) {
            List<String> cells = new ArrayList<>(List.of(change.topic()));
            if (owned) {
                cells.add(change.owner().orElse("-"));
            }
            cells.addAll(List.of(
                    settings(change.from()),
                    settings(change.to()),
                    lessWithBounds(change.savings().money()),
                    less(change.savings().wireGigabytes()),
                    less(change.savings().diskGigabytes()),
                    less(change.savings().cores())));
            if (checked) {
                cells.add(change.progress()
                        .map(progress -> progress.state().words())
                        .orElse(""));
            }
            table.row(cells);
        }
        return table;
    }

    /** Codec, batch.size and linger.ms. */
    private static String settings(ProducerSettings settings) {
        return say("%s, %d, %d", settings.codec(), settings.batchSizeBytes(), settings.lingerMillis());
    }

    private static String less(ConfidenceInterval saving) {
        return less(saving.estimate());
    }

    private static String less(double saving) {
        return Figures.signed(-saving);
    }

    /** Such as {@code -108 (-231 to -55.0)}: savings are known to within a factor, so the interval is asymmetric. */
    private static String lessWithBounds(ConfidenceInterval saving) {
        return saving.exact()
                ? less(saving.estimate())
                : say("%s (%s to %s)", less(saving.estimate()), less(saving.high()), less(saving.low()));
    }

    /** What the later survey shows for each change. */
    private List<Block> progressOfEach() {
        TextTable table = new TextTable(2)
                .row("topic", "now", "planned\ncodec", "of stored\nbytes", "records/batch\nbefore", "now", "expected");
        plan.changes()
                .forEach(change -> change.progress().ifPresent(progress -> table.row(progressRow(change, progress))));
        return table.rows() <= 1
                ? List.of()
                : List.of(
                        new Block.Paragraph(
                                "A log keeps older batches until retention deletes them, so what producers send now is"
                                        + " only part of it."),
                        new Block.Table("Progress", table));
    }

    private static List<String> progressRow(PlannedChange change, PlannedChange.Progress progress) {
        return List.of(
                change.topic(),
                progress.state().words()
                        + progress.otherCodec().map(codec -> ": " + codec).orElse(""),
                change.to().codec().type().label(),
                progress.shareOfCodec()
                        .map(share -> say("%.0f %%", 100 * share))
                        .orElse("-"),
                change.evidence()
                        .map(evidence -> Figures.number(evidence.recordsPerBatch()))
                        .orElse("-"),
                progress.recordsPerBatch().map(Figures::number).orElse("-"),
                change.evidence()
                        .map(evidence -> Figures.number(evidence.expectedRecordsPerBatch()))
                        .orElse("-"));
    }

    /** What the survey found in the log, and what is predicted. */
    private List<Block> evidence() {
        TextTable table = new TextTable(2)
                .row(
                        "topic",
                        "codecs in the log",
                        "records/s",
                        "records/batch\nin the log",
                        "expected",
                        "ratio\nin the log",
                        "expected");
        plan.changes()
                .forEach(change -> change.evidence().ifPresent(evidence -> table.row(evidenceRow(change, evidence))));
        return table.rows() <= 1 ? List.of() : List.of(new Block.Table("Evidence", table));
    }

    private static List<String> evidenceRow(PlannedChange change, PlannedChange.Evidence evidence) {
        return List.of(
                change.topic(),
                evidence.codecs().stream()
                        .map(share -> say("%s %.0f %%", share.codec(), 100 * share.share()))
                        .collect(Collectors.joining(", ")),
                evidence.recordsPerSecond().stream()
                        .mapToObj(Figures::number)
                        .findFirst()
                        .orElse("-"),
                Figures.number(evidence.recordsPerBatch()),
                Figures.number(evidence.expectedRecordsPerBatch()),
                evidence.ratio().map(Figures::ratio).orElse("-"),
                say("%.2fx", evidence.expectedRatio()));
    }

    /** Client libraries as brokers report them, and what each lacks for the plan. */
    private List<Block> clients() {
        if (plan.clients().isEmpty() || plan.clients().get().isEmpty()) {
            return List.of();
        }
        TextTable table = new TextTable(2)
                .row("library", "version", "connections", "what it lacks for this plan")
                .wordsLast();
        plan.clients()
                .get()
                .forEach(client -> table.row(
                        client.name(),
                        client.version(),
                        say("%,d", client.connections()),
                        !client.known() ? "unknown library" : lacks(client)));
        return List.of(
                new Block.Paragraph(
                        "Names and versions are those that clients report when they connect. Brokers report neither"
                                + " who owns a connection nor whether it produces or consumes. Connections between"
                                + " brokers are included, and so is the one of this command. Clients before Kafka 2.4"
                                + " report nothing and are listed as unknown."),
                new Block.Table("Connected clients", table));
    }

    private static String lacks(ConnectedClient client) {
        return client.lacks().isEmpty() ? "nothing" : String.join("; ", client.lacks());
    }

    private List<Block> unchanged() {
        TextTable table = new TextTable(2).row("topic", "team", "why").wordsLast();
        plan.unchanged().forEach(topic -> table.row(topic.topic(), topic.owner().orElse("-"), topic.reason()));
        return plan.unchanged().isEmpty() ? List.of() : List.of(new Block.Table("Topics that stay as they are", table));
    }
}
