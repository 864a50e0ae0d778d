package dev.squeeze.feature.completion;

import dev.squeeze.feature.completion.CommandWords.Flag;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Completion for zsh, based on its {@code _arguments}. */
final class ZshScript {
    private static final String HEAD = """
            #compdef squeeze ./squeeze
            # Completion of squeeze for zsh: squeeze completion zsh > _squeeze, in a folder of $fpath; or after compinit:
            # source <(squeeze completion zsh)

            # _squeeze_offer LIST FILES WORD...: words, also after commas if LIST is not empty, and files if FILES is not empty.
            _squeeze_offer() {
                local list=$1 files=$2 found=1
                shift 2
                if [[ -n $list ]]; then
                    compset -P '*,'
                    compadd -qS , -- "$@" && found=0
                else
                    compadd -- "$@" && found=0
                fi
                [[ -z $files ]] || { _files && found=0 }
                return found
            }

            """;
    private static final String TAIL = """
            if [[ $funcstack[1] == _squeeze ]]; then
                _squeeze "$@"
            else
                compdef _squeeze squeeze ./squeeze
            fi
            """;

    private final List<CommandWords> commands;
    /** Names of the functions that offer values, by the values that they offer. */
    private final Map<Values, String> offers = new LinkedHashMap<>();

    private ZshScript(List<CommandWords> commands) {
        this.commands = commands;
    }

    static String of(List<CommandWords> commands) {
        return new ZshScript(commands).script();
    }

    private String script() {
        StringBuilder functions = new StringBuilder();
        commands.forEach(command -> functions.append(function(command)));
        StringBuilder script = new StringBuilder(HEAD);
        offers.forEach((values, name) -> script.append(name)
                .append("() {\n    _squeeze_offer '")
                .append(values.list() ? "yes" : "")
                .append("' '")
                .append(values.files() ? "yes" : "")
                .append("'")
                .append(words(values.words()))
                .append("\n}\n\n"));
        return script.append(functions).append(TAIL).toString();
    }

    private static String words(List<String> words) {
        StringBuilder quoted = new StringBuilder();
        words.forEach(word -> quoted.append(' ').append(quoted(word)));
        return quoted.toString();
    }

    private String function(CommandWords command) {
        List<String> specs = new ArrayList<>();
        command.flags().forEach(flag -> flag.names().forEach(name -> specs.add(spec(flag, name))));
        StringBuilder text = new StringBuilder(functionName(command.path())).append("() {\n");
        boolean nested = !command.subcommands().isEmpty();
        if (nested) {
            text.append("    local curcontext=$curcontext state line\n    local -a commands\n");
            specs.add("'1: :->command'");
            specs.add("'*:: :->rest'");
        } else if (!command.positional().isEmpty()) {
            specs.add("'*:argument:" + offer(command.positional()) + "'");
        }
        text.append("    _arguments -s ").append(nested ? "-C " : "").append("\\\n        ");
        text.append(String.join(" \\\n        ", specs)).append('\n');
        if (nested) {
            text.append("    case $state in\n        command)\n            commands=(\n");
            command.subcommands().forEach((name, summary) -> text.append("                ")
                    .append(quoted(name + ":" + summary))
                    .append('\n'));
            text.append("            )\n            _describe command commands\n            ;;\n");
            text.append("        rest)\n            case $line[1] in\n");
            command.subcommands().keySet().forEach(name -> {
                List<String> path = new ArrayList<>(command.path());
                path.add(name);
                text.append("                ")
                        .append(name)
                        .append(") ")
                        .append(functionName(path))
                        .append(" ;;\n");
            });
            text.append("            esac\n            ;;\n    esac\n");
        }
        return text.append("}\n\n").toString();
    }

    private static String functionName(List<String> path) {
        return path.isEmpty() ? "_squeeze" : "_squeeze_" + String.join("_", path);
    }

    private String spec(Flag flag, String name) {
        String explained = "[" + flag.summary().replaceAll("([\\[\\]\\\\])", "\\\\$1") + "]";
        if (!flag.takesValue()) {
            return quoted("*" + name + explained);
        }
        String label = flag.valueLabel().replace(":", "\\:");
        return quoted("*" + name + "=" + explained + ":" + label + ":"
                + (flag.values().isEmpty() ? " " : offer(flag.values())));
    }

    private String offer(Values values) {
        return offers.computeIfAbsent(values, wanted -> "_squeeze_values_" + (offers.size() + 1));
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
