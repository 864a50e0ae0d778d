package dev.squeeze.kit.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi.Text;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * Formats help to the width of the terminal. Lines break only between words, whereas picocli's own tables also break after hyphens,
 * slashes and colons, and flags of a command with many flags are grouped. Examples are not wrapped, so that they can be copied.
 */
public final class HelpText {
    /** Width if the terminal's is not known. */
    static final int DEFAULT_WIDTH = 80;

    private static final int MIN_WIDTH = 60;
    private static final int MAX_WIDTH = 140;
    /** Flags of a command with more than this many are grouped. */
    private static final int MANY_FLAGS = 15;

    private static final int DESCRIPTION_COLUMN = 30;
    private static final int NARROW_WIDTH = 72;
    private static final int NARROW_COLUMN = 10;
    private static final Comparator<OptionSpec> BY_NAME =
            Comparator.comparing(option -> option.longestName().toLowerCase(Locale.ROOT));

    private HelpText() {}

    /**
     * The width to format help to.
     *
     * @param columns value of the environment variable {@code COLUMNS}
     */
    public static int width(Optional<String> columns) {
        return columns.filter(text -> text.matches("[0-9]{1,5}"))
                .map(Integer::parseInt)
                .filter(width -> width > 0)
                .map(width -> Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)))
                .orElse(DEFAULT_WIDTH);
    }

    /** Installs the formatting for a command and all its subcommands. */
    public static void install(CommandLine command) {
        SharedFlags.adapt(command.getCommandSpec());
        if (command.getCommandSpec().usageMessage().customSynopsis().length == 0) {
            command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_SYNOPSIS, HelpText::synopsis);
        }
        command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_HEADER, HelpText::header);
        command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_DESCRIPTION, HelpText::description);
        command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_PARAMETER_LIST, HelpText::parameters);
        command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, HelpText::options);
        command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, HelpText::commands);
        command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_FOOTER, HelpText::footer);
        command.getSubcommands().values().forEach(HelpText::install);
    }

    private static List<OptionSpec> visible(CommandSpec spec) {
        return spec.options().stream()
                .filter(option -> !option.hidden())
                .sorted(BY_NAME)
                .toList();
    }

    private static int width(Help help) {
        return help.commandSpec().usageMessage().width();
    }

    /** The text after the heading {@code Usage:}; only required flags are named. */
    private static String synopsis(Help help) {
        CommandSpec spec = help.commandSpec();
        List<String> words = new ArrayList<>(List.of(spec.qualifiedName(), "[OPTION...]"));
        visible(spec).stream()
                .filter(OptionSpec::required)
                .forEach(option -> words.add(option.longestName() + label(option, help)));
        spec.positionalParameters().forEach(parameter -> words.add(label(parameter, help)));
        if (!spec.subcommands().isEmpty()) {
            words.add("[COMMAND]");
        }
        String indent = " ".repeat(help.synopsisHeadingLength());
        return String.join("\n" + indent, lines(String.join(" ", words), width(help) - indent.length())) + "\n";
    }

    private static String label(ArgSpec argument, Help help) {
        return help.parameterLabelRenderer()
                .renderParameterLabel(argument, help.ansi(), List.of())
                .plainString();
    }

    /** Resolves picocli's escapes. */
    private static String plain(String text) {
        return ProgramName.inSentence(text.replace("%n", " ").replace("%%", "%"));
    }

    private static String header(Help help) {
        return paragraphs(help.commandSpec().usageMessage().header(), help);
    }

    private static String description(Help help) {
        return paragraphs(help.commandSpec().usageMessage().description(), help);
    }

    /** Examples, to be copied as they are. */
    private static String footer(Help help) {
        StringBuilder text = new StringBuilder();
        for (String line : help.commandSpec().usageMessage().footer()) {
            text.append(ProgramName.inExample(plain(line))).append('\n');
        }
        return text.toString();
    }

    private static String paragraphs(String[] paragraphs, Help help) {
        StringBuilder text = new StringBuilder();
        for (String paragraph : paragraphs) {
            lines(plain(paragraph), width(help))
                    .forEach(line -> text.append(line).append('\n'));
        }
        return text.toString();
    }

    private static String parameters(Help help) {
        StringBuilder text = new StringBuilder();
        for (PositionalParamSpec parameter : help.commandSpec().positionalParameters()) {
            if (!parameter.hidden()) {
                Text label = help.parameterLabelRenderer()
                        .renderParameterLabel(
                                parameter, help.ansi(), help.colorScheme().parameterStyles());
                text.append(entry(label.toString(), label.plainString(), words(parameter), help));
            }
        }
        return text.toString();
    }

    private static String options(Help help) {
        List<OptionSpec> options = visible(help.commandSpec());
        if (options.size() <= MANY_FLAGS) {
            return options.stream().map(option -> option(option, help)).collect(Collectors.joining());
        }
        Map<HelpGroup, StringBuilder> groups = new EnumMap<>(HelpGroup.class);
        options.forEach(option -> groups.computeIfAbsent(HelpGroup.of(option), group -> new StringBuilder())
                .append(option(option, help)));
        StringBuilder text = new StringBuilder();
        groups.forEach((group, entries) ->
                text.append('\n').append(group.title()).append(":\n").append(entries));
        return text.toString();
    }

    private static String option(OptionSpec option, Help help) {
        List<String> names = Arrays.stream(option.names())
                .sorted(Comparator.comparingInt(String::length))
                .toList();
        boolean isShort = names.get(0).length() == 2;
        String styled = (isShort ? "" : "    ")
                + names.stream()
                        .map(name -> help.colorScheme().optionText(name).toString())
                        .collect(Collectors.joining(", "));
        String plain = (isShort ? "" : "    ") + String.join(", ", names);
        Text label = help.parameterLabelRenderer()
                .renderParameterLabel(option, help.ansi(), help.colorScheme().optionParamStyles());
        return entry(styled + label, plain + label.plainString(), words(option), help);
    }

    private static String commands(Help help) {
        StringBuilder text = new StringBuilder();
        help.commandSpec().subcommands().forEach((name, command) -> {
            UsageMessageSpec usage = command.getCommandSpec().usageMessage();
            String[] summary = usage.header().length > 0 ? usage.header() : usage.description();
            text.append(entry(
                    help.colorScheme().commandText(name).toString(),
                    name,
                    plain(summary.length == 0 ? "" : summary[0]),
                    help));
        });
        return text.toString();
    }

    private static String words(ArgSpec argument) {
        return Arrays.stream(argument.description()).map(HelpText::plain).collect(Collectors.joining(" "));
    }

    /** A name and its description, next to it if it fits, otherwise below it. */
    private static String entry(String styled, String plain, String meaning, Help help) {
        int width = width(help);
        int longest = help.commandSpec().subcommands().isEmpty() ? 0 : longestCommand(help) + 4;
        int column = longest > 0 ? longest : width < NARROW_WIDTH ? NARROW_COLUMN : DESCRIPTION_COLUMN;
        StringBuilder text = new StringBuilder("  ").append(styled);
        int used = 2 + plain.length();
        for (String line : lines(meaning, width - column)) {
            if (used + 2 > column) {
                text.append('\n');
                used = 0;
            }
            text.append(" ".repeat(column - used)).append(line);
            used = Integer.MAX_VALUE - 2;
        }
        return text.append('\n').toString();
    }

    private static int longestCommand(Help help) {
        return help.commandSpec().subcommands().keySet().stream()
                .mapToInt(String::length)
                .max()
                .orElse(0);
    }

    /** Breaks text into lines of a width; a longer word gets its own line. */
    private static List<String> lines(String paragraph, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : paragraph.split(" ")) {
            if (!line.isEmpty() && line.length() + 1 + word.length() > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}
