package dev.squeeze.feature.plan;

import dev.squeeze.kit.document.Block;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.format.TopicCompression;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;

/** The sections of a plan's document with configuration: producer settings, topic settings and rollback. */
final class PlanConfigs {
    private final PlanResult plan;

    PlanConfigs(PlanResult plan) {
        this.plan = plan;
    }

    /** Grouped by identical changes, each with its topics. */
    List<Block> settings() {
        Map<List<String>, List<PlannedChange>> alike = new LinkedHashMap<>();
        plan.changes().forEach(change -> alike.computeIfAbsent(change.lines(ConfigForm.JAVA), any -> new ArrayList<>())
                .add(change));
        List<Block> blocks = new ArrayList<>();
        if (!alike.isEmpty()) {
            blocks.add(new Block.Paragraph("Only settings that change are listed: leave all others as they are. A"
                    + " producer has one set of settings for all topics that it sends to."));
        }
        alike.values().forEach(changes -> {
            PlannedChange first = changes.get(0);
            List<String> names = changes.stream().map(PlannedChange::topic).toList();
            List<Block> forms = new ArrayList<>(allOf(names));
            for (ConfigForm form : ConfigForm.values()) {
                Block config = new Block.Config(form.title(), form.language(), first.lines(form));
                forms.add(form == ConfigForm.JAVA ? config : notOnTerminal(config));
            }
            blocks.add(new Block.Titled(some(names), forms));
        });
        if (!blocks.isEmpty()) {
            blocks.add(new Block.Only(
                    Set.of(Block.Medium.TERMINAL),
                    new Block.Paragraph(
                            "--output plan.md or plan.html also lists them for Spring Boot, Connect, Streams, Flink,"
                                    + " librdkafka, franz-go and sarama.")));
        }
        return blocks;
    }

    /** Lists all topics if the title leaves some out, since the lines have to be applied to each of them. */
    private static List<Block> allOf(List<String> names) {
        return some(names).equals(String.join(", ", names))
                ? List.of()
                : List.of(notOnTerminal(new Block.Paragraph("Topics: " + String.join(", ", names) + ".")));
    }

    private static Block notOnTerminal(Block block) {
        return new Block.Only(Set.of(Block.Medium.MARKDOWN, Block.Medium.PAGE), block);
    }

    List<Block> topics() {
        if (plan.changes().isEmpty()) {
            return List.of();
        }
        List<PlannedChange> toSet = plan.changes().stream()
                .filter(change ->
                        change.hasUnknownSetting() || change.settingToLift().isPresent())
                .toList();
        if (toSet.isEmpty()) {
            return List.of(
                    new Block.Paragraph("Nothing to do: with their current compression.type, brokers store batches of"
                            + " the planned codec as they are sent."));
        }
        List<PlannedChange> unknown =
                toSet.stream().filter(PlannedChange::hasUnknownSetting).toList();
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Paragraph("Brokers store batches as they are sent if the topic's compression.type is"
                + " producer, the default; with any other value they convert batches of other codecs. On Confluent"
                + " Cloud it is always producer. "
                + (unknown.isEmpty() ? "Here it has another value." : "Set it to producer if it has another value.")
                + " Change all producers of a topic first: until then some may rely on the topic's setting, and their"
                + " batches would be stored uncompressed without it."));
        if (!unknown.isEmpty()) {
            blocks.add(new Block.Config(
                    "To see the current setting, which the survey does not have (keep the output for a rollback)",
                    TopicForm.KAFKA_CONFIGS.language(),
                    commands(unknown, TopicForm::describing)));
        }
        for (TopicForm form : TopicForm.values()) {
            List<String> lines = form == TopicForm.KAFKA_CONFIGS
                    ? toSet.stream()
                            .flatMap(change -> form.lines(change.topic(), plan.forKafkaTools()).stream())
                            .toList()
                    : form.lines(toSet.get(0).topic(), plan.forKafkaTools());
            Block config = new Block.Config(form.title(), form.language(), lines);
            blocks.add(form == TopicForm.KAFKA_CONFIGS ? config : notOnTerminal(config));
        }
        return blocks;
    }

    /** @param command takes a topic's name and the cluster's flags */
    private List<String> commands(List<PlannedChange> changes, BinaryOperator<String> command) {
        return changes.stream()
                .map(change -> command.apply(change.topic(), plan.forKafkaTools()))
                .toList();
    }

    /** The command that restores a topic's compression.type: sets its own value, or deletes it if it was inherited. */
    private String restoring(PlannedChange change, TopicCompression before) {
        return change.inheritsSetting()
                ? TopicForm.inheriting(change.topic(), plan.forKafkaTools())
                : TopicForm.setting(change.topic(), plan.forKafkaTools(), before);
    }

    /** Rollback of topics whose setting was not known: deleting it is right unless it was set before. */
    private List<Block> backToUnknown() {
        List<PlannedChange> unknown =
                plan.changes().stream().filter(PlannedChange::hasUnknownSetting).toList();
        return unknown.isEmpty()
                ? List.of()
                : List.of(
                        new Block.Config(
                                "Topics whose compression.type the survey does not have, if none was set before",
                                TopicForm.KAFKA_CONFIGS.language(),
                                commands(unknown, TopicForm::inheriting)),
                        new Block.Paragraph("If --describe showed a compression.type of the topic itself before the"
                                + " change, restore that instead: use --add-config compression.type=VALUE in place of"
                                + " --delete-config."));
    }

    List<Block> back() {
        Map<List<String>, List<String>> topics = new LinkedHashMap<>();
        plan.changes().forEach(change -> topics.computeIfAbsent(change.rollback(), any -> new ArrayList<>())
                .add(change.topic()));
        List<String> toRestore = plan.changes().stream()
                .flatMap(change -> change.settingToLift().stream().map(now -> restoring(change, now)))
                .toList();
        List<Block> blocks = new ArrayList<>();
        if (!topics.isEmpty()) {
            blocks.add(new Block.Paragraph("Write down each producer's own settings before you change them, and"
                    + " restore those. The lines below are what the log shows for most of the stored bytes. A log"
                    + " shows neither batch.size nor the compression level, nor the settings of individual producers"
                    + (toRestore.isEmpty()
                            ? "."
                            : "; for topics with their own compression.type, it shows the brokers' codec, not the"
                                    + " producers'.")));
        }
        if (!toRestore.isEmpty()) {
            blocks.add(new Block.Config(
                    "First, topics whose compression.type was changed", TopicForm.KAFKA_CONFIGS.language(), toRestore));
        }
        blocks.addAll(backToUnknown());
        topics.forEach((lines, names) -> {
            blocks.addAll(allOf(names));
            blocks.add(new Block.Config(some(names), "properties", lines));
        });
        if (plan.changes().stream().anyMatch(change -> change.wave() == Wave.BATCHES)) {
            blocks.add(
                    new Block.Paragraph(
                            "If batches take clearly longer to fill than the default linger.ms, the linger.ms above is"
                                    + " estimated from the log; otherwise batch.size and linger.ms are the client's defaults."));
        }
        if (plan.changes().stream().anyMatch(change -> change.wave() != Wave.CODEC)) {
            blocks.add(new Block.Paragraph(
                    "A rollback only affects new batches. Stored ones keep the new codec until retention"
                            + " deletes them: a consumer that cannot read them has to be upgraded or has to"
                            + " skip them."));
        }
        return blocks;
    }

    /** The first three topics, and how many more there are. */
    static String some(List<String> topics) {
        int shown = 3;
        return String.join(", ", topics.subList(0, Math.min(shown, topics.size())))
                + (topics.size() > shown ? Figures.say(" and %,d more", topics.size() - shown) : "");
    }
}
