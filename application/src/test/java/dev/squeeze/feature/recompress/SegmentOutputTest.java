package dev.squeeze.feature.recompress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.squeeze.Segment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a segment's folder contains while the segment is written, which is what kill -9 leaves. */
@SuppressWarnings("NullAway.Init")
class SegmentOutputTest {
    @TempDir
    Path folder;

    private Path segment;

    @BeforeEach
    void write() throws IOException {
        Path partition = Files.createDirectories(folder.resolve("data/orders-0"));
        assumeTrue(Files.getFileStore(partition).supportsFileAttributeView("posix"), "no owners and modes");
        segment = partition.resolve("00000000000000000000.log");
        Segment.write(segment, 0, 5);
        Files.setPosixFilePermissions(segment, PosixFilePermissions.fromString("rw-r--r--"));
    }

    private SegmentOutput begin() throws IOException {
        return SegmentOutput.begin(new SegmentOutput.Places(
                segment,
                segment.toRealPath(),
                Optional.of(folder.resolve("originals/orders-0/00000000000000000000.log")),
                new KeptOriginals()));
    }

    private Path unfinished() {
        return DurableFiles.unfinished(segment);
    }

    @Test
    void anUnfinishedFileInABrokersFolderHasTheModeOfTheSegment() throws Exception {
        SegmentOutput output = begin();

        assertThat(Files.getPosixFilePermissions(unfinished())).isEqualTo(Files.getPosixFilePermissions(segment));
        output.abandon();
        assertThat(unfinished()).doesNotExist();
    }

    /** A broker takes its whole log directory offline if it cannot read a file (Kafka's LogLoader). */
    @Test
    void anUnfinishedFileInABrokersFolderBelongsToItsUser() throws Exception {
        assumeTrue("root".equals(Files.getOwner(folder).getName()), "only root can give files away");
        Files.setAttribute(segment, "unix:uid", 12_345);
        Files.setAttribute(segment, "unix:gid", 12_346);
        Files.setPosixFilePermissions(segment, PosixFilePermissions.fromString("rw-r-----"));

        SegmentOutput output = begin();

        assertThat(Files.getAttribute(unfinished(), "unix:uid")).isEqualTo(12_345);
        assertThat(Files.getAttribute(unfinished(), "unix:gid")).isEqualTo(12_346);
        assertThat(Files.getPosixFilePermissions(unfinished())).isEqualTo(PosixFilePermissions.fromString("rw-r-----"));
        output.abandon();
    }
}
