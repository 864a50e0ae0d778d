package dev.squeeze.feature.recompress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.Invocation;
import dev.squeeze.Segment;
import dev.squeeze.Trees;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.kafka.KafkaBatchCodec;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is left on disk after a run that succeeds, is killed, runs out of space, or is rejected. */
@Tag("live")
@Timeout(120)
@SuppressWarnings("NullAway.Init")
class RecompressFilesTest {
    private static final String FIRST = "00000000000000000000.log";
    private static final String SECOND = "00000000000000010000.log";

    /** Enough batches that zstd:19 takes a second or two, in which a run can be paused or killed. */
    private static final int ENOUGH_TO_BE_HELD = 1_200;

    @TempDir
    Path folder;

    private Path data;
    private Path partition;

    @BeforeEach
    void write() throws IOException {
        data = folder.resolve("data");
        partition = Files.createDirectories(data.resolve("orders-0"));
        Files.writeString(data.resolve("meta.properties"), "version=1\n");
        Files.writeString(partition.resolve("leader-epoch-checkpoint"), "0\n0\n");
    }

    private Path segment(String name, long baseOffset, int batches) throws IOException {
        Path file = partition.resolve(name);
        Segment.write(file, baseOffset, batches);
        return file;
    }

    private String[] inPlace(Path output) {
        return new String[] {
            "recompress", data.toString(), "--codec", "zstd", "--in-place", "--output", output.toString()
        };
    }

    @Test
    void ownerGroupModeTimesAndExtendedAttributesStay() throws Exception {
        Path file = segment(FIRST, 0, 20);
        boolean root = "root".equals(Files.getOwner(folder).getName());
        if (root) {
            for (Path path : List.of(partition, file, partition.resolve("leader-epoch-checkpoint"))) {
                Files.setAttribute(path, "unix:uid", 12_345);
                Files.setAttribute(path, "unix:gid", 12_346);
            }
        }
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        Files.setLastModifiedTime(file, FileTime.fromMillis(1_700_000_000_123L));
        UserDefinedFileAttributeView tags = Files.getFileAttributeView(file, UserDefinedFileAttributeView.class);
        boolean tagged = tagged(tags);
        PosixFileAttributes before = Files.readAttributes(file, PosixFileAttributes.class);
        Object owner = Files.getAttribute(file, "unix:uid");

        Invocation.of("recompress", data.toString(), "--codec", "zstd", "--output", folder + "/new")
                .expectDone();
        Invocation.of(inPlace(folder.resolve("originals"))).expectDone();

        for (Path written : List.of(file, folder.resolve("new/orders-0").resolve(FIRST))) {
            PosixFileAttributes after = Files.readAttributes(written, PosixFileAttributes.class);
            assertThat(Files.getAttribute(written, "unix:uid")).isEqualTo(owner);
            assertThat(after.group()).isEqualTo(before.group());
            assertThat(after.permissions()).isEqualTo(before.permissions());
            assertThat(after.lastModifiedTime()).isEqualTo(before.lastModifiedTime());
            if (tagged) {
                assertThat(Files.getFileAttributeView(written, UserDefinedFileAttributeView.class)
                                .list())
                        .contains("backup");
            }
        }
        assertThat(Files.getAttribute(folder.resolve("new/orders-0"), "unix:uid"))
                .isEqualTo(owner);
    }

    private static boolean tagged(UserDefinedFileAttributeView tags) {
        try {
            tags.write("backup", ByteBuffer.wrap("weekly".getBytes(StandardCharsets.UTF_8)));
            return true;
        } catch (IOException | UnsupportedOperationException e) {
            // This file system has no such attributes.
            return false;
        }
    }

    @Test
    void anotherUsersSegmentsAreRefusedInPlaceBeforeAnythingIsReplaced() throws Exception {
        assumeTrue("root".equals(Files.getOwner(folder).getName()), "only root can give files away");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/setpriv")), "no setpriv");
        Path file = segment(FIRST, 0, 20);
        byte[] before = Files.readAllBytes(file);
        Files.setAttribute(file, "unix:uid", 12_345);

        Process child = new ProcessBuilder(
                        "/usr/bin/setpriv",
                        "--bounding-set=-chown",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.squeeze.Squeeze",
                        "recompress",
                        data.toString(),
                        "--codec",
                        "zstd",
                        "--in-place",
                        "--output",
                        folder + "/originals")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        String said = new String(child.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(child.waitFor()).isEqualTo(ExitCode.FAILED);
        assertThat(said).contains("belong").contains("nothing has been replaced");
        assertThat(file).hasBinaryContent(before);
        assertThat(RecompressChild.files(partition)).containsExactly(FIRST, "leader-epoch-checkpoint");
        assertThat(folder.resolve("originals")).doesNotExist();
    }

    @Test
    void killedInTheMiddleTheSameCommandGoesOn() throws Exception {
        segment(FIRST, 0, 50);
        segment(SECOND, 10_000, ENOUGH_TO_BE_HELD);
        Path whole = folder.resolve("whole");
        Invocation.of("recompress", data.toString(), "--codec", "zstd:19", "--output", whole.toString())
                .expectDone();
        Path output = folder.resolve("output");
        try (RecompressChild child =
                RecompressChild.start(folder, data.toString(), "--codec", "zstd:19", "--output", output.toString())) {
            child.awaitFile(output, FIRST);
            child.kill();
        }
        assertThat(output.resolve("meta.properties")).doesNotExist();
        Invocation.of("recompress", data.toString(), "--codec", "lz4", "--output", output.toString())
                .expectRefusal(ExitCode.FAILED, output.toString(), "unfinished", "zstd:19");

        Invocation.of("recompress", data.toString(), "--codec", "zstd:19", "--output", output.toString())
                .expectDone();

        assertThat(RecompressChild.files(output)).isEqualTo(RecompressChild.files(whole));
        expectSameBytes(
                output.resolve("orders-0").resolve(SECOND),
                whole.resolve("orders-0").resolve(SECOND));
        assertThat(data.resolve(".lock")).doesNotExist();
    }

    /** AssertJ compares single bytes, which takes seconds for segments of 64 MiB. */
    private static void expectSameBytes(Path file, Path other) throws IOException {
        assertThat(Files.mismatch(file, other))
                .as("first other byte of " + file)
                .isEqualTo(-1);
    }

    @Test
    void withNoRoomOnTheDiskItSaysWhatWasReplacedAndTheSameCommandGoesOn() throws Exception {
        segment(FIRST, 0, 50);
        Path second = segment(SECOND, 10_000, 1_000);
        Path output = folder.resolve("originals");
        try (RecompressChild child = RecompressChild.startWithRoomFor(
                512, folder, data.toString(), "--codec", "lz4", "--in-place", "--output", output.toString())) {

            String said = child.end(ExitCode.FAILED);

            assertThat(said)
                    .contains("1 of 2 segments", "replaced", SECOND, "the others are unchanged", "the same command")
                    .doesNotContain("segments are unchanged");
        }
        assertThat(RecompressChild.files(partition)).containsExactly(FIRST, SECOND, "leader-epoch-checkpoint");
        byte[] unreplaced = Files.readAllBytes(second);

        Invocation.of("recompress", data.toString(), "--codec", "lz4", "--in-place", "--output", output.toString())
                .expectDone();

        assertThat(Files.size(second)).isLessThan(unreplaced.length);
        assertThat(output.resolve("orders-0").resolve(SECOND)).hasBinaryContent(unreplaced);
        assertThat(RecompressChild.files(output)).containsExactly("orders-0/" + FIRST, "orders-0/" + SECOND);
    }

    @Test
    void anOutputWithinTheFolderOfAStoppedBrokerIsRefused() throws Exception {
        Path file = segment(FIRST, 0, 5);
        byte[] before = Files.readAllBytes(file);
        Path link = Files.createSymbolicLink(folder.resolve("link"), data);
        Path another = Files.createDirectories(folder.resolve("another"));
        Files.writeString(another.resolve("recovery-point-offset-checkpoint"), "0\n0\n");
        for (Path output : List.of(
                data.resolve("originals"),
                link.resolve("originals"),
                partition.resolve("a/b"),
                another.resolve("new"))) {
            Invocation.of(inPlace(output))
                    .expectRefusal(ExitCode.FAILED, output.toString(), "log directory", "use a folder outside it");
            Invocation.of("recompress", data.toString(), "--codec", "lz4", "--output", output.toString())
                    .expectRefusal(ExitCode.FAILED, output.toString(), "log directory");
            assertThat(output).doesNotExist();
        }
        assertThat(file).hasBinaryContent(before);
    }

    @Test
    void memoryIsBoundedWhereBatchesUnpackToAThousandTimesTheirSize() throws Exception {
        Path file = partition.resolve(FIRST);
        try (OutputStream out = Files.newOutputStream(file)) {
            for (int i = 0; i < 700; i++) {
                batch(out, i, 900_000);
            }
            batch(out, 700, 100_000_000);
        }
        Path output = folder.resolve("new");

        JsonNode report = Invocation.of(
                        "recompress", data.toString(), "--codec", "none", "--output", output.toString(), "--json")
                .expectDone()
                .document()
                .get("report");

        assertThat(report.get("records").asInt()).isEqualTo(700);
        assertThat(report.get("keptBatches").asInt()).isEqualTo(1);
        assertThat(report.get("unreadableBatches").asInt()).isZero();
        assertThat(report.get("notices").toString()).contains("1 batch", "could not be recompressed");
    }

    private static void batch(OutputStream out, long offset, int bytes) throws IOException {
        try (KafkaBatchCodec codec = new KafkaBatchCodec(Codec.parse("zstd:1"))) {
            BatchRecord[] records = {new BatchRecord(null, new byte[bytes], BatchRecord.NO_HEADERS, 1_760_000_000_000L)
            };
            ByteBuffer batch = codec.encode(records, ByteBuffer.allocate(1 << 20));
            batch.putLong(batch.position(), offset);
            out.write(batch.array(), batch.arrayOffset() + batch.position(), batch.remaining());
        }
    }

    @Test
    void aFolderOfNoBrokerIsLeftWithoutALockFileAndWithoutWhatAKilledRunLeft() throws Exception {
        segment(FIRST, 0, 5);
        Files.writeString(partition.resolve("00000000000000000030.log.squeeze-unfinished"), "half");
        Files.delete(data.resolve("meta.properties"));

        Invocation.of(inPlace(folder.resolve("originals"))).expectDone();

        assertThat(RecompressChild.files(data))
                .containsExactly("orders-0/" + FIRST, "orders-0/leader-epoch-checkpoint");
    }

    @Test
    void twoRunsInPlaceOnSegmentsOfNoBrokerExcludeEachOther() throws Exception {
        segment(FIRST, 0, ENOUGH_TO_BE_HELD);
        Files.delete(data.resolve("meta.properties"));
        try (RecompressChild child = RecompressChild.start(
                        folder, data.toString(), "--codec", "zstd:19", "--in-place", "--output", folder + "/first")
                .holdWhileWriting(data)) {
            Invocation.of(inPlace(folder.resolve("second")))
                    .expectRefusal(ExitCode.FAILED, "another run of squeeze recompress", partition.toString());
            child.goOn();
            child.end(ExitCode.DONE);
        }
        assertThat(RecompressChild.files(data))
                .containsExactly("orders-0/" + FIRST, "orders-0/leader-epoch-checkpoint");
    }

    @Test
    void originalsAreKeptOnAnotherFileSystemToo() throws Exception {
        Path memory = Path.of("/dev/shm");
        assumeTrue(
                Files.isWritable(memory) && !Files.getFileStore(memory).equals(Files.getFileStore(folder)),
                "no other file system");
        Path file = segment(FIRST, 0, 50);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        byte[] before = Files.readAllBytes(file);
        Path originals = Files.createTempDirectory(memory, "squeeze-test");
        try {
            Invocation.of(inPlace(originals)).expectDone();

            Path kept = originals.resolve("orders-0").resolve(FIRST);
            assertThat(kept).hasBinaryContent(before);
            assertThat(Files.getPosixFilePermissions(kept)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
            assertThat(RecompressChild.files(originals)).containsExactly("orders-0/" + FIRST);
            assertThat(Files.size(file)).isLessThan(before.length);
        } finally {
            Trees.delete(originals);
        }
    }

    @Test
    void aDivisionThatWasCutShortIsFinished() throws Exception {
        Path file = partition.resolve(FIRST);
        try (OutputStream out = Files.newOutputStream(file)) {
            for (int i = 0; i < 160; i++) {
                batch(out, i, 900_000);
            }
        }
        byte[] original = Files.readAllBytes(file);
        Path whole = folder.resolve("whole");
        Invocation.of("recompress", data.toString(), "--codec", "none", "--output", whole.toString())
                .expectDone();
        List<String> parts = RecompressChild.files(whole.resolve("orders-0"));
        assertThat(parts).hasSize(4);
        Path output = folder.resolve("originals");
        String[] command = {data.toString(), "--codec", "none", "--in-place", "--output", output.toString()};
        try (RecompressChild child = RecompressChild.start(folder, command).holdWhileWriting(partition)) {
            child.kill();
        }
        // As if the run had been killed between renaming the last part and the first.
        Path kept = Files.createDirectories(output.resolve("orders-0")).resolve(FIRST);
        Files.createLink(kept, file);
        Files.writeString(
                output.resolve("orders-0").resolve(FIRST + ".squeeze-parts"), parts.get(1) + "\n" + parts.get(2));
        Files.copy(whole.resolve("orders-0").resolve(parts.get(2)), partition.resolve(parts.get(2)));

        Invocation.of("recompress", data.toString(), "--codec", "none", "--in-place", "--output", output.toString())
                .expectDone();

        assertThat(RecompressChild.files(partition)).isEqualTo(parts);
        for (String part : parts) {
            expectSameBytes(partition.resolve(part), whole.resolve("orders-0").resolve(part));
        }
        assertThat(RecompressChild.files(output)).containsExactly("orders-0/" + FIRST);
        assertThat(kept).hasBinaryContent(original);
    }

    @Test
    void segmentsThatWouldGoToTheSamePlaceAreRefused() throws Exception {
        segment(FIRST, 0, 5);
        Path other = Files.createDirectories(folder.resolve("other/orders-0"));
        Segment.write(other.resolve(FIRST), 0, 5);

        Invocation.of(
                        "recompress",
                        partition.toString(),
                        other.toString(),
                        "--codec",
                        "lz4",
                        "--in-place",
                        "--output",
                        folder + "/originals")
                .expectRefusal(
                        ExitCode.FAILED,
                        partition.resolve(FIRST).toString(),
                        other.resolve(FIRST).toString());
        assertThat(folder.resolve("originals")).doesNotExist();
    }
}
