package dev.squeeze.kit.kafka.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is deleted in a folder that everybody can write to, and what is not. */
@Timeout(60)
class TemporaryFolderTest {
    private static final int OTHERS_FILES = 50;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path shared;

    @SuppressWarnings("NullAway.Init")
    private Path others;

    @BeforeEach
    void makeAFolderOfSomebodyElse() throws IOException {
        others = Files.createDirectory(shared.resolve("others"));
        for (int i = 0; i < OTHERS_FILES; i++) {
            Files.createFile(others.resolve("file-" + i));
        }
    }

    @Test
    void aLinkToAFolderIsDeletedItselfAndNotWhatItLeadsTo() throws IOException {
        Path link = Files.createSymbolicLink(shared.resolve("announcement.properties"), others);

        TemporaryFolder.delete(link, shared.resolve("broker-1"));

        assertThat(Files.exists(link, LinkOption.NOFOLLOW_LINKS)).isFalse();
        assertThat(others).isDirectoryContaining("glob:**/file-*");
        assertThat(others.toFile().list()).hasSize(OTHERS_FILES);
    }

    @Test
    void linksInATreeAreNotFollowed() throws IOException {
        Path tree = Files.createDirectories(shared.resolve("tree/deep"));
        Files.createSymbolicLink(tree.resolve("link"), others);
        Files.writeString(tree.resolve("file"), "x");

        assertThat(TemporaryFolder.deleteTree(shared.resolve("tree"))).isTrue();

        assertThat(shared.resolve("tree")).doesNotExist();
        assertThat(others.toFile().list()).hasSize(OTHERS_FILES);
    }

    @Test
    void aFolderThatIsExchangedForALinkMeanwhileLeadsNowhere() throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        Path tree = shared.resolve("tree");
        Path entry = tree.resolve("entry");
        Thread attacker = new Thread(() -> {
            Path aside = shared.resolve("aside");
            while (!done.get()) {
                try {
                    Files.move(entry, aside);
                    Files.createSymbolicLink(entry, others);
                    Files.delete(entry);
                    Files.move(aside, entry);
                } catch (IOException e) {
                    // It was just deleted, or the next tree is still being created.
                    deleteAside(aside);
                }
            }
        });
        attacker.start();
        try {
            for (int round = 0; round < 100; round++) {
                fill(tree);
                TemporaryFolder.deleteTree(tree);
            }
        } finally {
            done.set(true);
            attacker.join();
        }

        assertThat(others.toFile().list()).hasSize(OTHERS_FILES);
    }

    private static void deleteAside(Path aside) {
        for (int i = 0; i < OTHERS_FILES; i++) {
            aside.resolve("file-" + i).toFile().delete();
        }
        aside.toFile().delete();
    }

    /** Creates files with the same names as in the other folder. */
    private void fill(Path tree) throws IOException {
        Path made = Files.createTempDirectory(shared, "made");
        Files.createDirectory(made.resolve("entry"));
        for (int i = 0; i < OTHERS_FILES; i++) {
            Files.createFile(made.resolve("entry").resolve("file-" + i));
        }
        Files.move(made, tree);
    }

    @Test
    void anAbandonedFolderIsDeletedOnlyIfNobodyElseCanWriteToIt() throws IOException {
        Path own = Files.createDirectories(shared.resolve("own/broker-1"));
        Path open = Files.createDirectories(shared.resolve("open/broker-1"));
        Files.setPosixFilePermissions(shared.resolve("own"), PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setPosixFilePermissions(shared.resolve("open"), PosixFilePermissions.fromString("rwxrwxrwx"));
        var user = Files.getOwner(own);

        assertThat(TemporaryFolder.deleteAbandoned(shared.resolve("own"), user)).isTrue();
        assertThat(TemporaryFolder.deleteAbandoned(shared.resolve("open"), user))
                .isFalse();

        assertThat(own).doesNotExist();
        assertThat(open).exists();
    }
}
