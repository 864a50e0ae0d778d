package dev.squeeze.feature.completion;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * A command and its completions.
 *
 * @param path the words that name it, without the program's name; empty for the program itself
 * @param summary one sentence
 * @param subcommands one-sentence summaries, by name
 * @param positional completions of its arguments
 */
record CommandWords(
        List<String> path, String summary, List<Flag> flags, Map<String, String> subcommands, Values positional) {
    CommandWords {
        path = List.copyOf(path);
        flags = List.copyOf(flags);
    }

    /**
     * A flag.
     *
     * @param names such as {@code -h} and {@code --help}
     */
    record Flag(List<String> names, String summary, boolean takesValue, String valueLabel, Values values) {
        Flag {
            names = List.copyOf(names);
        }
    }

    /** The program, followed by its commands; each command precedes its own subcommands. */
    static List<CommandWords> all(CommandLine program) {
        List<CommandWords> all = new ArrayList<>();
        add(program, List.of(), all);
        return all;
    }

    /** The path, joined with spaces. */
    String name() {
        return String.join(" ", path);
    }

    private static void add(CommandLine command, List<String> path, List<CommandWords> all) {
        CommandSpec spec = command.getCommandSpec();
        List<Flag> flags = spec.options().stream()
                .filter(option -> !option.hidden())
                .map(CommandWords::flag)
                .toList();
        Map<String, String> subcommands = new LinkedHashMap<>();
        spec.subcommands().forEach((name, subcommand) -> subcommands.put(name, summary(subcommand.getCommandSpec())));
        all.add(new CommandWords(path, summary(spec), flags, subcommands, positional(spec)));
        spec.subcommands().forEach((name, subcommand) -> {
            List<String> longer = new ArrayList<>(path);
            longer.add(name);
            add(subcommand, longer, all);
        });
    }

    private static Flag flag(OptionSpec option) {
        boolean takesValue = option.arity().max() > 0 && !option.typeInfo().isBoolean();
        return new Flag(
                List.of(option.names()),
                firstSentence(option.description()),
                takesValue,
                option.paramLabel(),
                takesValue ? Values.of(option) : Values.NONE);
    }

    /** Completions of the first argument; further arguments take the same, or are flags. */
    private static Values positional(CommandSpec spec) {
        if (spec.userObject() instanceof CommandLine.HelpCommand && spec.parent() != null) {
            return new Values(List.copyOf(spec.parent().subcommands().keySet()), false, false);
        }
        List<PositionalParamSpec> parameters = spec.positionalParameters();
        return parameters.isEmpty() ? Values.NONE : Values.of(parameters.get(0));
    }

    private static String summary(CommandSpec spec) {
        String[] header = spec.usageMessage().header();
        return firstSentence(header.length > 0 ? header : spec.usageMessage().description());
    }

    private static String firstSentence(String[] lines) {
        String text = lines.length == 0 ? "" : lines[0].replace("%%", "%").replaceAll("\\$\\{[^}]*}", "");
        int end = text.indexOf(". ");
        String sentence = end < 0 ? text : text.substring(0, end);
        String plain = sentence.replaceAll(" \\(default: \\)", "").strip();
        return plain.endsWith(".") ? plain.substring(0, plain.length() - 1) : plain;
    }
}
