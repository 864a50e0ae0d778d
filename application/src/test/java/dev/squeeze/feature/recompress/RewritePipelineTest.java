package dev.squeeze.feature.recompress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.Segment;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cli.StopSignal;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.source.Segments;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class RewritePipelineTest {
    private static final int SEGMENTS = 3;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private Path target(int segment) {
        return folder.resolve(String.format(Locale.ROOT, "new/%020d.log", 10_000L * segment));
    }

    private void rewrite(int number, RewritePipeline pipeline) throws IOException {
        Path file = folder.resolve(target(number).getFileName());
        Segment.write(file, 10_000L * number, 400);
        RewritePipeline.Segment segment = pipeline.begin(
                SegmentOutput.begin(
                        new SegmentOutput.Places(file, target(number), Optional.empty(), new KeptOriginals())),
                Set.of());
        Segments.find(List.of(file.toString()))
                .walk((found, position, header) -> segment.batch(position, header), (read, total) -> {});
        segment.end();
    }

    @Test
    void aRunThatIsAskedToStopHasTimeForWhatWaitsForTheDisk() throws Exception {
        Path file = folder.resolve("00000000000000000000.log");
        Segment.write(file, 0, 5);
        StopSignal stop = new StopSignal();
        RecompressCommand command = new RecompressCommand(
                Terminal.of(
                        List.of(), new StringWriter(), new StringWriter(), InputStream.nullInputStream(), false, stop),
                List.of("recompress"));
        new CommandLine(command).parseArgs(file.toString(), "--codec", "lz4", "--output", folder + "/new");

        assertThat(command.call()).isEqualTo(ExitCode.DONE);

        assertThat(stop.timeout()).isGreaterThanOrEqualTo(RewritePipeline.MAX_TIME_TO_STOP);
    }

    /**
     * The locks are released next, so nothing may be written any more; and a segment that the disk thread has started
     * need not be rewritten again.
     */
    @Test
    void theEndWaitsForTheDiskThoughItsThreadIsInterrupted() throws Exception {
        RewritePipeline pipeline =
                new RewritePipeline(1, 0, () -> new BatchRewriter(Codec.parse("lz4"), 0, () -> false, new Object()));
        for (int i = 0; i < SEGMENTS; i++) {
            rewrite(i, pipeline);
        }
        pipeline.takeSteps();

        Thread.currentThread().interrupt();
        pipeline.close();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(pipeline.finished()).isEqualTo(SEGMENTS);
        for (int i = 0; i < SEGMENTS; i++) {
            assertThat(target(i)).exists();
            assertThat(DurableFiles.unfinished(target(i))).doesNotExist();
        }
    }
}
