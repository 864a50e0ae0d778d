package dev.squeeze.kit.cli;

import dev.squeeze.kit.document.Result;
import dev.squeeze.kit.unit.UsageException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Mixin;

/** A command that produces a result: checks its flags, does its work with a progress line, and writes the result. */
public abstract class ResultCommand<R extends Result> implements Callable<Integer> {
    protected final Terminal terminal;
    private final List<String> commandLine;

    @Mixin
    protected OutputArguments output = new OutputArguments();

    @Mixin
    CommonArguments common = new CommonArguments();

    protected ResultCommand(Terminal terminal, List<String> commandLine) {
        this.terminal = terminal;
        this.commandLine = commandLine;
    }

    @Override
    public Integer call() {
        RunStart start = RunStart.now(commandLine);
        output.check();
        Function<ProgressLine, R> work = prepare(start);
        output.open(start, terminal);
        ProgressLine progress = new ProgressLine(terminal);
        R result;
        try {
            result = work.apply(progress);
        } finally {
            progress.clear();
        }
        output.write(result, printsDetails(), terminal);
        return end(result);
    }

    /**
     * Finds mistakes before any work is done.
     *
     * @return the work
     * @throws UsageException if flags are wrong
     */
    protected abstract Function<ProgressLine, R> prepare(RunStart start);

    /** Whether stdout shows everything or only the first screen. Files always contain everything. */
    protected boolean printsDetails() {
        return true;
    }

    /** The exit code; called after the result has been written. */
    protected int end(R result) {
        return ExitCode.DONE;
    }
}
