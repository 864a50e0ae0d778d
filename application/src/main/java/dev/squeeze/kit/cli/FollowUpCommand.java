package dev.squeeze.kit.cli;

import dev.squeeze.kit.document.Secrets;
import dev.squeeze.kit.unit.ShellWord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * Builds another command about the same question: keeps the given sources and flags, leaves out output flags and secrets, and
 * applies changes.
 */
public final class FollowUpCommand {
    /** Flags that only direct the output. */
    private static final Set<String> OUTPUT = Set.of("--output", "--report", "--json", "--live", "--verbose", "--help");

    private final List<String> sources;
    private final Map<String, List<String>> flags;

    private FollowUpCommand(List<String> sources, Map<String, List<String>> flags) {
        this.sources = sources;
        this.flags = flags;
    }

    public static FollowUpCommand of(CommandSpec command) {
        ParseResult given = command.commandLine().getParseResult();
        List<String> sources = new ArrayList<>();
        Map<String, List<String>> flags = new LinkedHashMap<>();
        for (ArgSpec argument : given.matchedArgs()) {
            if (argument instanceof OptionSpec option) {
                flags.put(option.longestName(), option.arity().max() == 0 ? List.of() : option.originalStringValues());
            } else {
                sources.addAll(argument.originalStringValues());
            }
        }
        return new FollowUpCommand(sources, flags).without(OUTPUT::contains);
    }

    /** The same flags for another source. */
    public FollowUpCommand about(String source) {
        return new FollowUpCommand(List.of(source), flags);
    }

    /** The same flags without a source. */
    public FollowUpCommand withoutSources() {
        return new FollowUpCommand(List.of(), flags);
    }

    public FollowUpCommand without(String... names) {
        return without(Set.of(names)::contains);
    }

    /**
     * Keeps only the flags that another command also has.
     *
     * @param asked the command that was given
     * @param other the words of its name, such as {@code watch} and {@code report}
     */
    public FollowUpCommand knownTo(CommandSpec asked, String... other) {
        CommandLine command = asked.root().commandLine();
        for (String word : other) {
            command = Optional.ofNullable(command.getSubcommands().get(word))
                    .orElseThrow(() -> new IllegalStateException(
                            "the flags of " + String.join(" ", other) + " are not known to " + asked.name()));
        }
        Set<String> names = command.getCommandSpec().optionsMap().keySet();
        return without(name -> !names.contains(name));
    }

    private FollowUpCommand without(Predicate<String> left) {
        Map<String, List<String>> others = new LinkedHashMap<>(flags);
        others.keySet().removeIf(left);
        return new FollowUpCommand(sources, others);
    }

    /** Adds a flag or replaces its value. */
    public FollowUpCommand with(String name, String value) {
        Map<String, List<String>> changed = new LinkedHashMap<>(flags);
        changed.remove(name);
        changed.put(name, List.of(value));
        return new FollowUpCommand(sources, changed);
    }

    /** Adds a flag that takes no value. */
    public FollowUpCommand with(String name) {
        Map<String, List<String>> changed = new LinkedHashMap<>(flags);
        changed.put(name, List.of());
        return new FollowUpCommand(sources, changed);
    }

    /**
     * The command line, quoted for a shell; a secret value is replaced with {@code ...}.
     *
     * @param command such as {@code squeeze measure}
     */
    public String line(String command) {
        List<String> words = new ArrayList<>(List.of(ProgramName.asStarted(command)));
        sources.forEach(source -> words.add(word("", source)));
        flags.forEach((name, values) -> {
            if (values.isEmpty()) {
                words.add(name);
            }
            values.forEach(value -> {
                words.add(name);
                words.add(word(name, value));
            });
        });
        return words.stream().collect(Collectors.joining(" "));
    }

    private static String word(String flag, String value) {
        boolean secret = !Secrets.masked(List.of(flag, value)).get(1).equals(value);
        return secret ? "..." : ShellWord.quoted(value);
    }
}
