package dev.squeeze.feature.measure;

import dev.squeeze.engine.measure.SweepListener;
import dev.squeeze.engine.measure.SweepResult;
import dev.squeeze.kit.cli.ProgressLine;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.document.Result;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** A sweep's progress on the terminal, and its figures so far on the live page. */
public final class SweepProgress implements SweepListener {
    private final Terminal terminal;
    private final ProgressLine line;
    private final Optional<Function<SweepResult, Result>> shownAs;

    /** Shows nothing on the live page before the sweep has ended. */
    public SweepProgress(Terminal terminal, ProgressLine line) {
        this(terminal, line, Optional.empty());
    }

    /** @param shownAs makes a result of an unfinished sweep, for the live page */
    public SweepProgress(Terminal terminal, ProgressLine line, Function<SweepResult, Result> shownAs) {
        this(terminal, line, Optional.of(shownAs));
    }

    private SweepProgress(Terminal terminal, ProgressLine line, Optional<Function<SweepResult, Result>> shownAs) {
        this.terminal = terminal;
        this.line = line;
        this.shownAs = shownAs;
    }

    @Override
    public void progress(String now, double fraction) {
        line.progress(now, fraction);
    }

    @Override
    public void soFar(Supplier<SweepResult> result) {
        if (shownAs.isPresent() && terminal.live().takesResults()) {
            SweepResult sweep = result.get();
            terminal.live().show(() -> shownAs.get().apply(sweep));
        }
    }

    @Override
    public boolean stopRequested() {
        return terminal.stop().isRequested();
    }
}
