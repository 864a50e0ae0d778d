package dev.squeeze.feature.recompress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.squeeze.Segment;
import dev.squeeze.kit.format.Codec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Folders left by a broker that was killed during compaction. */
@SuppressWarnings("NullAway.Init")
class RewriteAccessTest {
    private static final String SEGMENT = "00000000000000000000";

    @TempDir
    Path folder;

    private Path partition;

    @BeforeEach
    void write() throws Exception {
        partition = Files.createDirectories(folder.resolve("data/orders-0"));
        Segment.write(partition.resolve(SEGMENT + ".log"), 0, 5);
    }

    private RewriteReport rewrite(Path from, boolean inPlace) {
        return SegmentRewriter.run(
                new RewritePlan(List.of(from), Codec.parse("lz4"), 0, folder.resolve("output"), inPlace, 1),
                (read, all) -> {},
                () -> false);
    }

    /** A broker would give a rewritten segment the index of the original, or delete the segments that a swap file spans. */
    @ParameterizedTest
    @CsvSource({
        ".index.swap, true, false",
        ".index.swap, false, false",
        ".timeindex.swap, true, false",
        ".log.swap, false, true",
        ".log.swap, true, true"
    })
    void aCompactionThatWasInterruptedIsFinishedByABrokerFirst(String end, boolean inPlace, boolean segmentAlone)
            throws Exception {
        Path left = Files.writeString(partition.resolve(SEGMENT + end), "left");
        byte[] before = Files.readAllBytes(partition.resolve(SEGMENT + ".log"));

        assertThatThrownBy(() -> rewrite(segmentAlone ? partition.resolve(SEGMENT + ".log") : partition, inPlace))
                .isInstanceOf(RewriteException.class)
                .hasMessageContaining(left.toString())
                .hasMessageContaining("interrupted")
                .hasMessageContaining("start the broker once, stop it, and run this command again");
        assertThat(partition.resolve(SEGMENT + ".log")).hasBinaryContent(before);
        assertThat(folder.resolve("output")).doesNotExist();
    }

    /** A broker deletes these when it starts, and does not read them. */
    @ParameterizedTest
    @ValueSource(strings = {".log.cleaned", ".index.cleaned", ".log.deleted"})
    void whatABrokerDeletesAtItsStartIsInNobodysWay(String end) throws Exception {
        Files.writeString(partition.resolve(SEGMENT + end), "left");

        assertThat(rewrite(partition, true).segments()).isEqualTo(1);
    }

    @Test
    void aFolderWithoutLeftoversIsRewritten() {
        assertThat(rewrite(partition, true).segments()).isEqualTo(1);
    }
}
