package dev.squeeze.feature.copy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CopyProgressTest {
    @Test
    void whatIsKeptBesideAnOffsetComesBackWhole() {
        CopyProgress progress = CopyProgress.begin("cluster/topic-id", "target-id", 1_000)
                .plus(1_500, OptionalInt.empty(), 420, 7)
                .plus(9_000_000_000L, OptionalInt.of(12), 5_000_000_000L, 0)
                .ownedBy(CopyOwner.whole("run-1"));

        assertThat(progress)
                .isEqualTo(new CopyProgress(
                        "cluster/topic-id",
                        "target-id",
                        1_000,
                        9_000_000_000L,
                        OptionalInt.of(12),
                        5_000_000_420L,
                        7,
                        "run-1"));
        assertThat(CopyProgress.parse(progress.next(), progress.metadata())).contains(progress);
    }

    @Test
    void itFitsIntoWhatBrokersKeepBesideAnOffset() {
        CopyProgress longest = new CopyProgress(
                "x".repeat(200),
                "y".repeat(200),
                Long.MAX_VALUE,
                Long.MAX_VALUE,
                OptionalInt.of(Integer.MAX_VALUE),
                Long.MAX_VALUE,
                Long.MAX_VALUE,
                "z".repeat(36));

        // offset.metadata.max.bytes
        assertThat(longest.metadata().length()).isLessThan(4_096);
    }

    @Test
    void whatVersionsWithoutLeaderEpochsWroteIsRead() {
        assertThat(CopyProgress.parse(5, "squeeze-copy-1;lost=1;records=3;source=a;start=1;target=b"))
                .contains(new CopyProgress("a", "b", 1, 5, OptionalInt.empty(), 3, 1, ""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ";",
                "consumed by hand",
                "squeeze-copy-1",
                "squeeze-copy-1;source=a;target=b;start=1;records=2",
                "squeeze-copy-1;source=a;target=b;start=;records=2;lost=0",
                "squeeze-copy-1;source=a;target=b;start=1;records=two;lost=0",
                "squeeze-copy-1;source=a;target=b;start=1;records=99999999999999999999;lost=0",
                "squeeze-copy-2;source=a;target=b;start=1;records=2;lost=0"
            })
    void whatOthersWroteThereIsNoProgressOfOurs(String metadata) {
        assertThat(CopyProgress.parse(5, metadata)).isEmpty();
    }
}
