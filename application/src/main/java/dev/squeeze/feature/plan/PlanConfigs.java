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

/** What has to be written where, in a plan as people read it: on producers, on topics, and to go back. */
final class PlanConfigs {
    private final PlanResult plan;

    PlanConfigs(PlanResult plan) {
        this.plan = plan;
    }

    /** By what is changed, with the topics that get it. */
    List<Block> settings() {
        Map<List<String>, List<PlannedChange>> alike = new LinkedHashMap<>();
        plan.changes().forEach(change -> alike.computeIfAbsent(change.lines(ConfigForm.JAVA), any -> new ArrayList<>())
                .add(change));
        List<Block> blocks = new ArrayList<>();
        if (!alike.isEmpty()) {
            blocks.add(
                    new Block.Paragraph("Only what changes is listed: leave all other settings as they are. A producer"
                            + " has one set of settings for all topics that it sends to."));
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
                            "--output plan.md or plan.html has them for Spring Boot, Connect, Streams, Flink,"
                                    + " librdkafka, franz-go and sarama.")));
        }
        return blocks;
    }

    /** Where a title leaves some out: whoever applies the lines has to know each topic. */
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
                    new Block.Paragraph("Nothing to do: with the compression.type that these topics have, brokers"
                            + " keep batches of the planned codec as they are sent."));
        }
        List<PlannedChange> unknown =
                toSet.stream().filter(PlannedChange::hasUnknownSetting).toList();
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Paragraph("Brokers keep batches as they are sent where the topic's compression.type is"
                + " producer, the default; with any other value they compress them again. On Confluent Cloud it is always"
                + " producer. "
                + (unknown.isEmpty() ? "It is another value here." : "Where it is another value, change it.")
                + " All producers of a topic change first: until then some may rely on its setting, and would be stored"
                + " uncompressed without it."));
        if (!unknown.isEmpty()) {
            blocks.add(new Block.Config(
                    "What is set now where the survey does not say (keep what this prints, to roll back)",
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

    /** @param command of a topic's name and the cluster */
    private List<String> commands(List<PlannedChange> changes, BinaryOperator<String> command) {
        return changes.stream()
                .map(change -> command.apply(change.topic(), plan.forKafkaTools()))
                .toList();
    }

    /** Brings a topic's compression.type back: its own value, or none where it was inherited. */
    private String restoring(PlannedChange change, TopicCompression before) {
        return change.inheritsSetting()
                ? TopicForm.inheriting(change.topic(), plan.forKafkaTools())
                : TopicForm.setting(change.topic(), plan.forKafkaTools(), before);
    }

    /** Of topics whose setting was not known: to delete it is right unless it was set before. */
    private List<Block> backToUnknown() {
        List<PlannedChange> unknown =
                plan.changes().stream().filter(PlannedChange::hasUnknownSetting).toList();
        return unknown.isEmpty()
                ? List.of()
                : List.of(
                        new Block.Config(
                                "Topics whose compression.type the survey does not have, where none was set before",
                                TopicForm.KAFKA_CONFIGS.language(),
                                commands(unknown, TopicForm::inheriting)),
                        new Block.Paragraph("Where --describe showed a compression.type of the topic before the change,"
                                + " set that again instead: --add-config compression.type=VALUE in place of"
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
            blocks.add(new Block.Paragraph("Write down each producer's own settings before you change them, and restore"
                    + " those. The lines below are what the log shows for most of the stored bytes; it shows neither"
                    + " batch.size nor a level, nor what single producers have"
                    + (toRestore.isEmpty()
                            ? "."
                            : "; of topics with a compression.type of their own it shows the brokers' codec, not the"
                                    + " producers'.")));
        }
        if (!toRestore.isEmpty()) {
            blocks.add(new Block.Config(
                    "Topics first, where their compression.type was changed",
                    TopicForm.KAFKA_CONFIGS.language(),
                    toRestore));
        }
        blocks.addAll(backToUnknown());
        topics.forEach((lines, names) -> {
            blocks.addAll(allOf(names));
            blocks.add(new Block.Config(some(names), "properties", lines));
        });
        if (plan.changes().stream().anyMatch(change -> change.wave() == Wave.BATCHES)) {
            blocks.add(new Block.Paragraph(
                    "Where batches gather for clearly longer than the default, linger.ms is about what the log shows;"
                            + " otherwise batch.size and linger.ms are the client's defaults."));
        }
        if (plan.changes().stream().anyMatch(change -> change.wave() != Wave.CODEC)) {
            blocks.add(
                    new Block.Paragraph(
                            "Going back ends new batches in a codec. Those that are stored stay until the"
                                    + " retention deletes them: a consumer that cannot read them has to be upgraded, or to skip them."));
        }
        return blocks;
    }

    /** The first of them, and how many there are more. */
    static String some(List<String> topics) {
        int shown = 3;
        return String.join(", ", topics.subList(0, Math.min(shown, topics.size())))
                + (topics.size() > shown ? Figures.say(" and %,d more", topics.size() - shown) : "");
    }
}
