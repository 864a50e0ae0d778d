package dev.squeeze.feature.completion;

import dev.squeeze.feature.completion.CommandWords.Flag;
import java.util.List;

/** Completion for fish 3.0 or later. */
final class FishScript {
    private static final String HEAD = """
            # Completion of squeeze for fish: squeeze completion fish > ~/.config/fish/completions/squeeze.fish

            complete -c squeeze -f
            """;

    private FishScript() {}

    static String of(List<CommandWords> commands) {
        StringBuilder script = new StringBuilder(HEAD);
        commands.forEach(command -> add(command, script));
        return script.toString();
    }

    private static void add(CommandWords command, StringBuilder script) {
        String begin = "complete -c squeeze -n " + quoted(condition(command));
        command.subcommands().forEach((name, summary) -> script.append(begin)
                .append(" -a ")
                .append(name)
                .append(" -d ")
                .append(quoted(summary))
                .append('\n'));
        Values positional = command.positional();
        if (!positional.isEmpty()) {
            script.append(begin).append(positional.files() ? " -F" : "");
            script.append(positional.words().isEmpty() ? "" : " -a " + words(positional))
                    .append('\n');
        }
        command.flags()
                .forEach(flag -> script.append(begin).append(options(flag)).append('\n'));
    }

    /** The condition that the words before the cursor name this command. */
    private static String condition(CommandWords command) {
        if (command.path().isEmpty()) {
            return "__fish_use_subcommand";
        }
        StringBuilder condition = new StringBuilder();
        for (String word : command.path()) {
            condition
                    .append(condition.isEmpty() ? "" : "; and ")
                    .append("__fish_seen_subcommand_from ")
                    .append(word);
        }
        if (!command.subcommands().isEmpty()) {
            condition
                    .append("; and not __fish_seen_subcommand_from ")
                    .append(String.join(" ", command.subcommands().keySet()));
        }
        return condition.toString();
    }

    private static String options(Flag flag) {
        StringBuilder options = new StringBuilder();
        for (String name : flag.names()) {
            options.append(name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
        }
        if (flag.takesValue()) {
            Values values = flag.values();
            options.append(values.files() ? " -r -F" : " -x");
            options.append(values.words().isEmpty() ? "" : " -a " + words(values));
        }
        return options + " -d " + quoted(flag.summary());
    }

    private static String words(Values values) {
        String words = String.join(" ", values.words());
        return quoted(values.list() ? "(__fish_complete_list , 'string split \" \" \"" + words + "\"')" : words);
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
