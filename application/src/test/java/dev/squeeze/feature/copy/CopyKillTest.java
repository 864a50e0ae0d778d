package dev.squeeze.feature.copy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.RestartableCluster;
import dev.squeeze.kit.environment.child.ChildJvm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A copy that is killed at random times and started again delivers each record once. */
@Tag("live")
@SuppressWarnings("NullAway.Init")
class CopyKillTest {
    private static final int KILLS = 50;
    private static final int SIGKILL = 128 + 9;
    /** The start of the JVM and the first connection take most of a second; the rest is the copy itself. */
    private static final int EARLIEST_MILLIS = 300;

    private static final int LATEST_MILLIS = 2_000;

    @TempDir
    Path folder;

    @Test
    @Timeout(400)
    void fiftyTimes() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        try (RestartableCluster cluster = new RestartableCluster(folder.resolve("cluster"), 1)) {
            CopiedTopic original = new CopiedTopic(cluster.target(), 4, 1);
            original.write(60_000, 300);
            int kills = 0;
            while (kills < KILLS) {
                Process copy = start(cluster.address(), "--rate", "150KiB/s");
                boolean ended = copy.waitFor(
                        EARLIEST_MILLIS + random.nextInt(LATEST_MILLIS - EARLIEST_MILLIS), TimeUnit.MILLISECONDS);
                assertThat(ended)
                        .as("the copy lasts until it is killed; seed " + seed)
                        .isFalse();
                copy.destroyForcibly();
                assertThat(copy.waitFor()).isEqualTo(SIGKILL);
                kills++;
            }

            Process last = start(cluster.address());
            assertThat(last.waitFor()).as("seed " + seed).isZero();

            original.assertCopiedTo(cluster.target(), "copy-keep", "copy-zstd");
        }
    }

    private Process start(String address, String... more) throws Exception {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx512m"));
        command.addAll(ChildJvm.moreOptions());
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                "dev.squeeze.Squeeze",
                "copy",
                CopiedTopic.NAME,
                "--bootstrap-server",
                address,
                "--codecs",
                "keep,zstd",
                "--to-topic",
                "copy-{codec}"));
        command.addAll(List.of(more));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }
}
