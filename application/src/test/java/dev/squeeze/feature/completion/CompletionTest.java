package dev.squeeze.feature.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.squeeze.Invocation;
import dev.squeeze.Squeeze;
import dev.squeeze.engine.predict.PriceList;
import dev.squeeze.kit.cli.PriceArguments;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;

/** The scripts of {@code squeeze completion}, run by the shells themselves if they are installed. */
class CompletionTest {
    @TempDir
    Path folder;

    private static CommandLine program() {
        return Squeeze.commandLine(List.of("squeeze"), Invocation.silentTerminal());
    }

    private Path script(String shell) throws Exception {
        return Files.writeString(
                folder.resolve("squeeze." + shell),
                Invocation.of("completion", shell).expectDone().out());
    }

    private List<String> run(String... words) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(words).directory(folder.toFile());
        builder.environment().put("HOME", folder.toString());
        builder.environment().put("TERM", "dumb");
        Process process = builder.redirectErrorStream(true).start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(out).isZero();
        return out.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
    }

    private static boolean isInstalled(String shell) {
        return List.of(System.getenv("PATH").split(":")).stream()
                .anyMatch(entry -> Files.isExecutable(Path.of(entry, shell)));
    }

    private List<String> inBash(String line) throws Exception {
        return run(
                "bash",
                "--norc",
                "-c",
                "source \"$1\"; COMP_LINE=$2 COMP_POINT=${#2}; _squeeze; printf '%s\\n' \"${COMPREPLY[@]}\"",
                "bash",
                script("bash").toString(),
                line);
    }

    private List<String> inFish(String line) throws Exception {
        assumeTrue(isInstalled("fish"), "fish is not installed");
        return run(
                        "fish",
                        "--no-config",
                        "-c",
                        "source $argv[1]; complete -C $argv[2]",
                        script("fish").toString(),
                        line)
                .stream()
                .map(found -> found.split("\t")[0])
                .toList();
    }

    /** Types the line and Tab into zsh, in a separate terminal, and returns the completions that it lists. */
    private List<String> inZsh(String line) throws Exception {
        assumeTrue(isInstalled("zsh"), "zsh is not installed");
        String typing = """
                zmodload zsh/zpty
                zpty shell zsh -f -i
                zpty -w shell 'PROMPT= RPROMPT= && autoload -U compinit && compinit -u -D && source "'$1'" && bindkey "^I" list-choices'
                zpty -w shell 'zstyle ":completion:*" list-prompt ""; LISTMAX=0; stty cols 200 rows 500; unsetopt zle_bracketed_paste; print rea""dy'
                zpty -r shell heard '*ready*'
                zpty -n -w shell $2$'\\t'
                sleep 2
                zpty -n -w shell $'\\C-u'
                zpty -w shell 'print do""ne'
                zpty -r shell heard '*done*'
                print -r -- "$heard"
                """;
        String heard = String.join(
                "\n", run("zsh", "-f", "-c", typing, "zsh", script("zsh").toString(), line));
        String plain =
                heard.replaceAll("\u001b\\[[0-9;?]*[A-Za-z]", " ").replaceAll("[\u0000-\u0009\u000b-\u001f]", " ");
        return List.of(plain.split("\\s+"));
    }

    @Test
    @Tag("live")
    void bashCompletesCommandsFlagsAndValues() throws Exception {
        assertThat(inBash("squeeze adv")).containsExactly("advise");
        assertThat(inBash("squeeze ")).contains("advise", "bench", "completion", "help");
        assertThat(inBash("squeeze --ver")).containsExactly("--version");
        assertThat(inBash("squeeze advise --optim")).containsExactly("--optimize");
        assertThat(inBash("squeeze advise --optimize ")).contains("cost", "balanced");
        assertThat(inBash("squeeze advise --optimize=bal")).containsExactly("balanced");
        assertThat(inBash("squeeze advise --client fra")).containsExactly("franz-go");
        assertThat(inBash("squeeze doctor --fail-on w")).containsExactly("warning");
        assertThat(inBash("squeeze survey --sort m")).containsExactly("money");
        assertThat(inBash("squeeze cluster st")).containsExactly("stop");
        assertThat(inBash("squeeze help be")).containsExactly("bench");
        assertThat(inBash("squeeze advise --rate ")).isEmpty();
    }

    @Test
    @Tag("live")
    void bashCompletesSamplesExperimentsCodecsAndFiles() throws Exception {
        Files.createFile(folder.resolve("orders.jsonl"));

        assertThat(inBash("squeeze advise sample:acc")).containsExactly("access-log");
        assertThat(inBash("squeeze advise samp")).contains("sample:access-log", "sample:icons-png");
        assertThat(inBash("squeeze advise ord")).containsExactly("orders.jsonl");
        assertThat(inBash("squeeze run linked")).containsExactly("linkedin-2012");
        assertThat(inBash("squeeze bench ord --codecs z")).containsExactly("zstd");
        assertThat(inBash("squeeze bench ord --codecs lz4,z")).containsExactly("lz4,zstd");
        assertThat(inBash("squeeze advise --prices gc")).containsExactly("gcp");
        assertThat(inBash("squeeze advise --output ord")).containsExactly("orders.jsonl");
    }

    @Test
    @Tag("live")
    void fishCompletesCommandsFlagsAndValues() throws Exception {
        Files.createFile(folder.resolve("orders.jsonl"));

        assertThat(inFish("squeeze adv")).containsExactly("advise");
        assertThat(inFish("squeeze advise --optimi")).containsExactly("--optimize");
        assertThat(inFish("squeeze advise --optimize bal")).containsExactly("balanced");
        assertThat(inFish("squeeze advise sample:acc")).contains("sample:access-log");
        assertThat(inFish("squeeze advise ord")).contains("orders.jsonl");
        assertThat(inFish("squeeze run linked")).contains("linkedin-2012");
        assertThat(inFish("squeeze bench --codecs z")).contains("zstd");
        assertThat(inFish("squeeze bench --codecs lz4,z")).contains("lz4,zstd");
        assertThat(inFish("squeeze cluster st")).contains("stop");
    }

    @Test
    @Tag("live")
    void zshCompletesCommandsFlagsAndValues() throws Exception {
        assertThat(inZsh("squeeze ")).contains("advise", "bench", "completion");
        assertThat(inZsh("squeeze advise --optimize ")).contains("balanced", "latency");
        assertThat(inZsh("squeeze run ")).contains("linkedin-2012");
        assertThat(inZsh("squeeze advise --output=x --client ")).contains("librdkafka");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh", "fish"})
    void everyCommandAndFlagIsInTheScript(String shell) {
        String script = Invocation.of("completion", shell).expectDone().out();

        for (CommandWords command : CommandWords.all(program())) {
            command.path().forEach(name -> assertThat(script).contains(name));
            command.flags().forEach(flag -> flag.names().forEach(name -> assertThat(script)
                    .contains(shell.equals("fish") ? " " + name.replaceAll("^-+", "") + " " : name)));
        }
    }

    /** Every offered word must be accepted by the command. */
    @Test
    void everyWordThatIsOfferedIsAccepted() {
        List<String> tried = new ArrayList<>();
        for (CommandWords command : CommandWords.all(program())) {
            for (CommandWords.Flag flag : command.flags()) {
                for (String word : flag.values().words()) {
                    List<String> words = new ArrayList<>(command.path());
                    words.add(flag.names().get(0) + "=" + word);
                    try {
                        program().parseArgs(words.toArray(String[]::new));
                    } catch (MissingParameterException e) {
                        // Something else is required; the word itself was understood.
                    }
                    tried.add(flag.names().get(0) + " " + word);
                }
            }
        }

        assertThat(tried).contains("--optimize balanced", "--client franz-go", "--sort money", "--ack broker");
        assertThat(new PriceArguments.Names()).containsExactlyElementsOf(PriceList.BUILT_IN);
    }

    @Test
    void bashIsTheDefaultAndOtherShellsAreRefused() {
        assertThat(Invocation.of("completion").expectDone().out())
                .isEqualTo(Invocation.of("completion", "bash").expectDone().out());
        assertThat(Invocation.of("completion", "tcsh").err()).contains("'tcsh' is not one of bash, zsh, fish");
    }
}
