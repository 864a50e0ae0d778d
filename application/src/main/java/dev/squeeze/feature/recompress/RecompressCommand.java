package dev.squeeze.feature.recompress;

import dev.squeeze.kit.cli.CodecNames;
import dev.squeeze.kit.cli.CommonArguments;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cli.JoinedBatchSize;
import dev.squeeze.kit.cli.PageArguments;
import dev.squeeze.kit.cli.ProgressLine;
import dev.squeeze.kit.cli.RunStart;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.cli.ThreadsArguments;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.source.Segments;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.UsageException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "recompress",
        header = "Rewrite log segments with another codec and in larger batches, keeping every record.",
        description = {
            "",
            "Works on the files of a stopped broker, or on a copy of them. Records keep their offsets,"
                    + " timestamps, keys, values and headers; leader epochs, producer ids, transactions and gaps left"
                    + " by"
                    + " compaction stay as they are. A broker that starts on the result rebuilds its indexes and serves the"
                    + " same records. Every batch is read back and compared.",
            "It takes the lock that a running broker would hold, so it rejects folders of a running broker, and no"
                    + " broker can"
                    + " start on them in the meantime. A segment that is damaged or has messages of old formats stays"
                    + " as it is, and the"
                    + " exit code is 3; a segment that grows much larger is split."
                    + " After kill -9 or a full disk every segment is intact, and the same command continues; it also"
                    + " removes"
                    + " leftover *.squeeze-unfinished files."
        },
        footer = {
            "",
            "Examples:",
            "  squeeze recompress /var/lib/kafka/data/orders-0 --codec zstd:6 --output /tmp/orders",
            "  squeeze recompress /var/lib/kafka/data --codec zstd --batch-size 128KiB --output /mnt/new-data",
            "  squeeze recompress /var/lib/kafka/data/orders-0 --codec zstd:6 --in-place --output /mnt/originals"
        })
public final class RecompressCommand implements Callable<Integer> {
    private final Terminal terminal;
    private final List<String> commandLine;

    @Parameters(
            arity = "0..*",
            paramLabel = "SEGMENTS",
            description = "A segment, a partition's folder or one of a broker's log.dirs; several may be given.")
    List<String> segments = List.of();

    @Option(
            names = "--codec",
            paramLabel = "CODEC",
            completionCandidates = CodecNames.class,
            required = true,
            description = "none, gzip, snappy, lz4 or zstd, with a level as in zstd:6.")
    @Nullable
    String codec;

    @Option(
            names = "--batch-size",
            paramLabel = "BYTES",
            description = "Join adjacent batches of a producer up to this many uncompressed bytes, at most 1MiB. Not"
                    + " joined: transactions, batches with gaps or with timestamps set by the broker, and the last"
                    + " five batches"
                    + " of a producer, which it may retry. All replicas must be in sync when the broker stops: a"
                    + " replica"
                    + " that is behind cannot resume in the middle of a joined batch. Default: no batches are joined.")
    @Nullable
    ByteCount batchSize;

    @Option(
            names = "--output",
            paramLabel = "DIR",
            required = true,
            description =
                    "A new or empty folder for the result, or for the originals with --in-place; outside any log directory."
                            + " Unless --in-place is given, use a separate folder for each of a broker's log.dirs.")
    @Nullable
    Path output;

    @Option(
            names = "--in-place",
            description = "Replace the segments by the result, and keep the originals in --output.")
    boolean inPlace;

    @Mixin
    ThreadsArguments threads = new ThreadsArguments();

    @Mixin
    PageArguments page = new PageArguments();

    @Mixin
    CommonArguments common = new CommonArguments();

    public RecompressCommand(Terminal terminal, List<String> commandLine) {
        this.terminal = terminal;
        this.commandLine = commandLine;
    }

    @Override
    public Integer call() {
        RunStart start = RunStart.now(commandLine);
        page.check();
        RewritePlan plan = plan(start.environment().cores());
        page.open(start, terminal);
        terminal.stop().allow(RewritePipeline.MAX_TIME_TO_STOP);
        ProgressLine progress = new ProgressLine(terminal);
        RewriteReport done;
        try {
            done = SegmentRewriter.run(
                    plan, (rewritten, all) -> progress.rewriting(rewritten, all), terminal.stop()::isRequested);
        } finally {
            progress.clear();
        }
        RecompressResult result = new RecompressResult(
                start.untilNow(),
                segments,
                plan.codec(),
                plan.joinUpToBytes(),
                plan.output().toString(),
                inPlace,
                done);
        page.write(result, terminal);
        if (done.interrupted()) {
            return ExitCode.INTERRUPTED;
        }
        if (done.asTheyAre() > 0) {
            terminal.err()
                    .println("squeeze: " + RewriteWords.incomplete(done) + ": the result lists them with the reason");
            return ExitCode.THRESHOLD_MISSED;
        }
        return ExitCode.DONE;
    }

    private RewritePlan plan(int cores) {
        if (segments.isEmpty()) {
            throw new UsageException("give SEGMENTS: a segment, a partition's folder or one of a broker's log.dirs");
        }
        int join = JoinedBatchSize.bytes(batchSize);
        if (output == null || codec == null) {
            throw new UsageException("give --codec and --output");
        }
        return new RewritePlan(
                segments.stream().map(Segments::pathOf).toList(),
                UsageException.parse(codec, Codec::parse),
                join,
                output,
                inPlace,
                threads.number(cores));
    }
}
