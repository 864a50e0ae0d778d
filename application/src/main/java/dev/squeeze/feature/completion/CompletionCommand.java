package dev.squeeze.feature.completion;

import dev.squeeze.kit.cli.CommonArguments;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cli.Terminal;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "completion",
        header = "Print a completion script for bash, zsh or fish.",
        description = {
            "",
            "The script completes commands, flags and their values: codecs, samples, included experiments, price lists"
                    + " and files."
        },
        footer = {
            "",
            "Examples:",
            "  source <(squeeze completion bash)",
            "  squeeze completion zsh > ~/.zfunc/_squeeze",
            "  squeeze completion fish > ~/.config/fish/completions/squeeze.fish"
        })
public final class CompletionCommand implements Callable<Integer> {
    public enum Shell {
        BASH,
        ZSH,
        FISH
    }

    private final Terminal terminal;

    @Spec
    @SuppressWarnings("NullAway.Init")
    CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "SHELL",
            defaultValue = "bash",
            description = "bash, zsh or fish (default: ${DEFAULT-VALUE}).")
    Shell shell = Shell.BASH;

    @Mixin
    CommonArguments common = new CommonArguments();

    public CompletionCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        List<CommandWords> commands = CommandWords.all(spec.root().commandLine());
        terminal.out()
                .print(
                        switch (shell) {
                            case BASH -> BashScript.of(commands);
                            case ZSH -> ZshScript.of(commands);
                            case FISH -> FishScript.of(commands);
                        });
        terminal.out().flush();
        return ExitCode.DONE;
    }
}
