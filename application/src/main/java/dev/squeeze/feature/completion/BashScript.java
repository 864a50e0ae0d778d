package dev.squeeze.feature.completion;

import dev.squeeze.feature.completion.CommandWords.Flag;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Completion for bash, 3.2 or later: one function that completes by the words before the cursor. */
final class BashScript {
    private static final String HEAD = """
            # Completion of squeeze for bash: source <(squeeze completion bash)

            _squeeze() {
                local line=${COMP_LINE:0:COMP_POINT} words word cur prev command='' values='' files='' list='' prefix=''
                read -r -a words <<<"$line"
                # The next word has not been started.
                if [[ $line == *[[:space:]] ]]; then words+=(''); fi
                cur=${words[${#words[@]} - 1]}
                prev=${words[${#words[@]} - 2]}
                for word in "${words[@]:1:${#words[@]}-2}"; do
                    case "$command $word" in
            """;
    private static final String AFTER_COMMANDS = """
                    esac
                done
                if [[ $cur == --*=* ]]; then
                    prev=${cur%%=*}
                    cur=${cur#*=}
                fi
                case "$command $prev" in
            """;
    private static final String AFTER_VALUES = """
                    *)
                        case $command in
            """;
    private static final String TAIL = """
                        esac
                        ;;
                esac
                if [[ -n $list && $cur == *,* ]]; then prefix=${cur%,*},; fi
                local IFS=$'\\n'
                COMPREPLY=($(IFS=' ' && compgen -W "$values" -P "$prefix" -- "${cur#"$prefix"}"))
                if [[ -n $files ]]; then
                    COMPREPLY+=($(compgen -f -- "$cur"))
                    compopt -o filenames 2>/dev/null
                fi
                # Readline treats the text after a colon as a separate word.
                if [[ $cur == *:* && $COMP_WORDBREAKS == *:* ]]; then
                    prefix=${cur%"${cur##*:}"}
                    COMPREPLY=("${COMPREPLY[@]#"$prefix"}")
                fi
            }

            complete -F _squeeze squeeze ./squeeze
            """;

    private BashScript() {}

    static String of(List<CommandWords> commands) {
        StringBuilder script = new StringBuilder(HEAD);
        commands.stream().filter(command -> !command.path().isEmpty()).forEach(command -> {
            List<String> path = command.path();
            String before = String.join(" ", path.subList(0, path.size() - 1));
            line(script, 12, "'" + before + " " + path.get(path.size() - 1) + "') command='" + command.name() + "' ;;");
        });
        script.append(AFTER_COMMANDS);
        valuesOfFlags(commands).forEach((assignments, patterns) -> {
            line(script, 8, String.join(" | ", patterns) + ")");
            line(script, 12, assignments);
            line(script, 12, ";;");
        });
        script.append(AFTER_VALUES);
        commands.forEach(command -> arguments(command, script));
        return script.append(TAIL).toString();
    }

    /** The flags that take a value, grouped by the completions that they offer. */
    private static Map<String, List<String>> valuesOfFlags(List<CommandWords> commands) {
        Map<String, List<String>> patterns = new LinkedHashMap<>();
        for (CommandWords command : commands) {
            for (Flag flag : command.flags()) {
                if (flag.takesValue()) {
                    flag.names().forEach(name -> patterns.computeIfAbsent(
                                    assignments(flag.values()), assigned -> new ArrayList<>())
                            .add("'" + command.name() + " " + name + "'"));
                }
            }
        }
        return patterns;
    }

    private static String assignments(Values values) {
        List<String> assigned = new ArrayList<>();
        if (!values.words().isEmpty()) {
            assigned.add("values='" + String.join(" ", values.words()) + "'");
        }
        if (values.files()) {
            assigned.add("files=yes");
        }
        if (values.list()) {
            assigned.add("list=yes");
        }
        return assigned.isEmpty() ? ":" : String.join(" ", assigned);
    }

    private static void arguments(CommandWords command, StringBuilder script) {
        List<String> flags =
                command.flags().stream().flatMap(flag -> flag.names().stream()).toList();
        line(script, 16, "'" + command.name() + "')");
        line(script, 20, "if [[ $cur == -* ]]; then");
        line(script, 24, "values='" + String.join(" ", flags) + "'");
        line(script, 20, "else");
        List<String> words = new ArrayList<>(command.subcommands().keySet());
        words.addAll(command.positional().words());
        line(script, 24, assignments(new Values(words, command.positional().files(), false)));
        line(script, 20, "fi");
        line(script, 20, ";;");
    }

    private static void line(StringBuilder script, int indent, String text) {
        script.append(" ".repeat(indent)).append(text).append('\n');
    }
}
