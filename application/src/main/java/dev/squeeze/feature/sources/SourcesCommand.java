package dev.squeeze.feature.sources;

import dev.squeeze.kit.cli.CommonArguments;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.source.SampleCatalogue;
import dev.squeeze.kit.source.SampleEntry;
import dev.squeeze.kit.unit.ByteCount;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "sources",
        header = "List the sources that records can come from, and the included samples.",
        footer = {"", "Example:", "  squeeze sources"})
public final class SourcesCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    CommonArguments common = new CommonArguments();

    public SourcesCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        terminal.out()
                .println(
                        "file:PATH or PATH   lines, JSON lines, CSV, length-prefixed or Avro records; gzip and zstd are"
                                + " read too;");
        terminal.out().println("                    several files or a folder may be given");
        terminal.out().println("-                   standard input");
        terminal.out()
                .println("segment:PATH        records in Kafka log segments: a .log file, a partition's folder or");
        terminal.out().println("                    a folder of a broker's log.dirs; several may be given");
        terminal.out()
                .println("topic:NAME          records of a topic on the cluster at --bootstrap-server, read as stored:"
                        + " no");
        terminal.out()
                .println("                    group, no commit, no new topic; a large topic is sampled in random"
                        + " stretches");
        terminal.out().println("sample:NAME         real records that come with Squeeze's dependencies:");
        for (SampleEntry entry : SampleCatalogue.entries()) {
            terminal.out().println();
            terminal.out()
                    .println(String.format(
                            Locale.ROOT,
                            "sample:%s   %,d records, %s",
                            entry.name(),
                            entry.records(),
                            new ByteCount(entry.payloadBytes())));
            terminal.out().println("  " + entry.description());
            terminal.out().println("  origin: " + entry.artifact() + ", " + entry.resource());
            terminal.out().println("  licence: " + entry.licence());
        }
        terminal.out().flush();
        return ExitCode.DONE;
    }
}
