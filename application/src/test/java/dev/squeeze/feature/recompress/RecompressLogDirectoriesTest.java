package dev.squeeze.feature.recompress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.squeeze.Invocation;
import dev.squeeze.Segment;
import dev.squeeze.kit.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a broker finds in the folder that replaces one of its log.dirs. */
@SuppressWarnings("NullAway.Init")
class RecompressLogDirectoriesTest {
    private static final String FIRST = "00000000000000000000.log";

    @TempDir
    Path folder;

    private Path logDirectory(String name, String... partitions) throws IOException {
        Path data = Files.createDirectories(folder.resolve(name));
        Files.writeString(data.resolve("meta.properties"), "version=1\ndirectory.id=" + name + "\n");
        for (String partition : partitions) {
            Segment.write(Files.createDirectories(data.resolve(partition)).resolve(FIRST), 0, 5);
        }
        return data;
    }

    @Test
    void twoLogDirectoriesAreNotMergedIntoOne() throws Exception {
        Path one = logDirectory("one", "orders-0");
        Path two = logDirectory("two", "orders-1");
        Path output = folder.resolve("new");

        Invocation.of("recompress", one.toString(), two.toString(), "--codec", "lz4", "--output", output.toString())
                .expectRefusal(
                        ExitCode.FAILED,
                        one.resolve("meta.properties").toString(),
                        two.resolve("meta.properties").toString(),
                        "each with its own --output");
        assertThat(output).doesNotExist();

        Invocation.of(
                        "recompress",
                        one.toString(),
                        two.toString(),
                        "--codec",
                        "lz4",
                        "--in-place",
                        "--output",
                        output.toString())
                .expectDone();
        assertThat(RecompressChild.files(output)).containsExactly("orders-0/" + FIRST, "orders-1/" + FIRST);
    }

    @Test
    void theNewFolderBelongsToTheBrokersUserToo() throws Exception {
        Path data = logDirectory("data", "orders-0");
        boolean root = "root".equals(Files.getOwner(folder).getName());
        assumeTrue(root, "only root can give files away");
        Files.setAttribute(data, "unix:uid", 12_345);
        Files.setAttribute(data, "unix:gid", 12_346);
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxr-x---"));
        Path output = folder.resolve("mnt/new");

        Invocation.of("recompress", data.toString(), "--codec", "lz4", "--output", output.toString())
                .expectDone();

        assertThat(Files.getAttribute(output, "unix:uid")).isEqualTo(12_345);
        assertThat(Files.getAttribute(output, "unix:gid")).isEqualTo(12_346);
        assertThat(Files.getPosixFilePermissions(output)).isEqualTo(PosixFilePermissions.fromString("rwxr-x---"));
    }

    @Test
    void aLogDirectoryMayBeNamedLikeAPartition() throws Exception {
        Path data = logDirectory("kafka-logs-1", "orders-0");
        Path output = folder.resolve("new");

        Invocation.of("recompress", data.toString(), "--codec", "lz4", "--output", output.toString())
                .expectDone();

        assertThat(RecompressChild.files(output)).containsExactly("meta.properties", "orders-0/" + FIRST);
    }

    @Test
    void aNameThatIsNoOffsetIsNoMistake() throws Exception {
        Path partition = Files.createDirectories(logDirectory("data").resolve("orders-0"));
        Segment.write(partition.resolve("99999999999999999999.log"), 0, 5);

        Invocation.of("recompress", partition.toString(), "--codec", "lz4", "--output", folder + "/new")
                .expectDone();
    }

    @Test
    void partitionsThatStayAsTheyAreAreReported() throws Exception {
        Path data = logDirectory("data", "orders-0", "__consumer_offsets-7");
        Path output = folder.resolve("originals");

        String out = Invocation.of(
                        "recompress", data.toString(), "--codec", "lz4", "--in-place", "--output", output.toString())
                .expectDone()
                .out();

        assertThat(RecompressChild.files(output)).containsExactly("orders-0/" + FIRST);
        assertThat(out.replaceAll("\\s+", " "))
                .contains("stays as it is: folder", "__consumer_offsets-7", "give its path explicitly")
                .doesNotContain("copied byte by byte")
                .doesNotContain("left out: folder");
    }

    @Test
    void partitionsThatAreCopiedAreNotSaidToBeLeftOut() throws Exception {
        Path data = logDirectory("data", "orders-0", "__consumer_offsets-7");
        Path output = folder.resolve("new");

        String out = Invocation.of("recompress", data.toString(), "--codec", "lz4", "--output", output.toString())
                .expectDone()
                .out();

        assertThat(output.resolve("__consumer_offsets-7").resolve(FIRST))
                .hasSameBinaryContentAs(data.resolve("__consumer_offsets-7").resolve(FIRST));
        assertThat(out.replaceAll("\\s+", " "))
                .contains("copied as it is: folder", "__consumer_offsets-7")
                .doesNotContain("left out: folder");
    }
}
