package dev.squeeze.kit.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileSourceTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private Path write(String name, String content) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, content);
    }

    private static FileSource source(Object... paths) {
        List<String> names = new ArrayList<>();
        for (Object path : paths) {
            names.add(path.toString());
        }
        return new FileSource(names, ReadOptions.DEFAULT);
    }

    @Test
    void notationNamesTheFirstPathAndCountsTheOthers() {
        assertThat(source("a.log").notation()).isEqualTo("file:a.log");
        assertThat(source("file:a.log", "b", "c").notation()).isEqualTo("file:a.log (+2 more)");
        assertThat(source("-").notation()).isEqualTo("-");
    }

    @Test
    void readsBarePathsAndThoseWithThePrefixInTheirOrder() throws IOException {
        Path b = write("b.log", "1\n2\n");
        Path a = write("a.log", "3\n");
        Reading reading = Reading.of(source(b, "file:" + a));
        assertThat(reading.values()).containsExactly("1", "2", "3");
        assertThat(reading.report().records()).isEqualTo(3);
        assertThat(reading.report().payloadBytes()).isEqualTo(3);
        assertThat(reading.report().format()).isEqualTo("lines");
        assertThat(reading.report().hasKeys()).isFalse();
        assertThat(reading.report().hasTimestamps()).isFalse();
        assertThat(reading.report().notices()).isEmpty();
    }

    @Test
    void joinsTheLabelsOfDifferentFormats() throws IOException {
        Path a = write("a.jsonl", "{}\n");
        Path b = write("b.log", "{}\n");
        Path c = write("c.jsonl", "{}\n");
        assertThat(Reading.of(source(a, b, c)).report().format()).isEqualTo("jsonl, lines");
    }

    @Test
    void walksAFolderInNameOrderWithoutHiddenOnes() throws IOException {
        write("logs/b.log", "2\n");
        write("logs/a.log", "1\n");
        write("logs/.hidden.log", "no\n");
        write("logs/.git/c.log", "no\n");
        write("logs/a-sub/z.log", "3\n");
        write("logs/z-sub/deep/a.log", "4\n");
        Reading reading = Reading.of(source(folder.resolve("logs")));
        assertThat(reading.values()).containsExactly("1", "2", "3", "4");
    }

    @Test
    void aFolderThatLinksToItselfIsWalkedOnce() throws IOException {
        write("logs/a.log", "1\n");
        Files.createSymbolicLink(folder.resolve("logs/again"), folder.resolve("logs"));
        assertThat(Reading.of(source(folder.resolve("logs"))).values()).containsExactly("1");
    }

    @Test
    void aFolderNamedTwiceIsReadTwice() throws IOException {
        write("logs/a.log", "1\n");
        assertThat(Reading.of(source(folder.resolve("logs"), folder.resolve("logs")))
                        .values())
                .containsExactly("1", "1");
    }

    @Test
    void leavesOutEmptyAndSpecialFilesOfAFolderWithANotice() throws IOException {
        write("logs/a.log", "");
        write("logs/b.log", "1\n");
        Files.createSymbolicLink(folder.resolve("logs/dangling"), folder.resolve("nowhere"));
        Reading reading = Reading.of(source(folder.resolve("logs")));
        assertThat(reading.values()).containsExactly("1");
        assertThat(reading.noticeKinds()).containsExactly(ReadNotice.Kind.FILE_LEFT_OUT, ReadNotice.Kind.FILE_LEFT_OUT);
        assertThat(reading.report().notices().toString()).contains("a.log is empty", "dangling is not a regular file");
    }

    @Test
    void namesOnlyTheFirstFilesThatAreLeftOut() throws IOException {
        for (int i = 0; i < 25; i++) {
            write("logs/empty-" + i, "");
        }
        write("logs/full.log", "1\n");
        Reading reading = Reading.of(source(folder.resolve("logs")));
        assertThat(reading.report().notices()).hasSize(11);
        assertThat(reading.report().notices().get(10).message()).contains("15 more");
    }

    @Test
    void leavesOutAFileThatIsEmptyOnceUnpacked() throws IOException {
        Path empty = Files.write(folder.resolve("e.gz"), Reading.gzip(new byte[0]));
        Path full = write("a.log", "1\n");
        assertThat(Reading.of(source(empty, full)).onlyNotice()).contains("e.gz is empty");
        assertThat(Reading.failureOf(empty)).contains("e.gz is empty");
    }

    @Test
    void leavesOutAFileThatCannotBeOpenedWhereOthersCan() throws IOException {
        Path denied = write("a.log", "secret\n");
        Path broken = write("b.log", "secret\n");
        Path full = write("c.log", "1\n");
        FileOpener opener = path -> {
            if (path.equals(denied)) {
                throw new AccessDeniedException(path.toString());
            }
            return path.equals(broken) ? failingAfter(0) : Files.newInputStream(path);
        };
        List<String> all = List.of(denied.toString(), broken.toString(), full.toString());
        Reading reading = Reading.of(new FileSource(all, ReadOptions.DEFAULT, InputStream::nullInputStream, opener));
        assertThat(reading.values()).containsExactly("1");
        assertThat(reading.report().notices().toString())
                .contains("a.log cannot be read, access is denied", "b.log cannot be read, the disk is gone");
        assertThat(Reading.failure(
                        new FileSource(all.subList(0, 2), ReadOptions.DEFAULT, InputStream::nullInputStream, opener)))
                .contains("none of 2 inputs can be read", "a.log cannot be read", "permissions");
    }

    @Test
    void aStorageThatFailsInTheMiddleIsNamedWithItsPosition() throws IOException {
        Path file = write("a.log", "1\n");
        FileOpener opener = path -> failingAfter(200);
        assertThat(Reading.failure(new FileSource(
                        List.of(file.toString()), ReadOptions.DEFAULT, InputStream::nullInputStream, opener)))
                .contains("cannot read " + file + " after 200 bytes: the disk is gone; check");
    }

    private static InputStream failingAfter(int count) {
        return new InputStream() {
            private int given;

            @Override
            public int read() throws IOException {
                if (given++ >= count) {
                    throw new IOException("the disk is gone");
                }
                return 'x';
            }
        };
    }

    @Test
    void errorsNameThePathAndTheRemedy() throws IOException {
        assertThat(Reading.failureOf(folder.resolve("no.log"))).contains("no.log does not exist: check the name");
        assertThat(Reading.failure(source("file:~/no.log"))).contains("~/no.log does not exist: the shell expands ~");
        assertThat(Reading.failureOf(write("e.log", ""))).contains("e.log is empty: give a file with records");
        Path hiddenOnly = Files.createDirectories(folder.resolve("hidden"));
        write("hidden/.a", "1\n");
        assertThat(Reading.failureOf(hiddenOnly)).contains("no file in folder " + hiddenOnly, "give a folder");
        Path emptyOnly = Files.createDirectories(folder.resolve("empty"));
        write("empty/a", "");
        write("empty/b", "");
        assertThat(Reading.failureOf(emptyOnly)).contains("none of 2 inputs can be read; ", "a is empty: give a file");
        assertThat(Reading.failure(source())).contains("no input given");
        assertThat(Reading.failure(source(""))).contains("empty name");
        assertThat(Reading.failure(source("a\0b"))).contains("a?b is not a valid path");
    }

    @Test
    void aMissingFileAmongOthersIsAnError() throws IOException {
        assertThat(Reading.failure(source(write("a.log", "1\n"), folder.resolve("no.log"))))
                .contains("no.log does not exist");
    }

    @Test
    void readsStandardInputWithoutClosingIt() {
        AtomicBoolean closed = new AtomicBoolean();
        InputStream stream = new FilterInputStream(new ByteArrayInputStream(Reading.bytes("a\nb"))) {
            @Override
            public void close() {
                closed.set(true);
            }
        };
        assertThat(Reading.of(Reading.standardInput(stream, ReadOptions.DEFAULT))
                        .values())
                .containsExactly("a", "b");
        assertThat(closed).isFalse();
    }

    @Test
    void standardInputErrors() {
        assertThat(Reading.failureOf(new byte[0], ReadOptions.DEFAULT)).contains("standard input is empty");
        assertThat(Reading.failure(source("-", "-"))).contains("standard input is given twice");
    }

    @Test
    void theVisitorCanStopTheReading() throws IOException {
        Path a = write("a.log", "1\n2\n3\n");
        Path b = write("b.log", "4\n");
        AtomicLong seen = new AtomicLong();
        RecordSource.ReadReport report = source(a, b).read(record -> seen.incrementAndGet() < 2, (read, total) -> {});
        assertThat(seen).hasValue(2);
        assertThat(report.records()).isEqualTo(2);
    }

    @Test
    void whatTheVisitorThrowsComesOutAsItIs() throws IOException {
        FileSource source = source(Files.write(folder.resolve("a.gz"), Reading.gzip(Reading.bytes("1\n"))));
        assertThatThrownBy(() -> source.read(
                        record -> {
                            throw new IllegalStateException("visitor");
                        },
                        (read, total) -> {}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("visitor");
    }

    @Test
    void progressCountsStoredBytesAtLeastEveryFewMegabytes() throws IOException {
        byte[] lines = Reading.bytes("0123456789abcde\n".repeat(256 * 1024));
        Path plain = Files.write(folder.resolve("a.log"), lines);
        Path packed = Files.write(folder.resolve("b.log.gz"), Reading.gzip(lines));
        List<Long> positions = new ArrayList<>();
        List<Long> totals = new ArrayList<>();
        source(plain, packed).read(record -> true, (read, total) -> {
            positions.add(read);
            totals.add(total);
        });
        long stored = Files.size(plain) + Files.size(packed);
        assertThat(positions).isSorted().hasSizeGreaterThanOrEqualTo(4);
        for (int i = 1; i < positions.size(); i++) {
            assertThat(positions.get(i) - positions.get(i - 1)).isLessThanOrEqualTo(2 * ReadWatch.STEP_BYTES);
        }
        assertThat(positions.get(positions.size() - 1)).isEqualTo(stored);
        assertThat(totals).containsOnly(stored);
    }

    @Test
    void progressOfStandardInputHasNoTotal() {
        List<Long> seen = new ArrayList<>();
        Reading.standardInput(new ByteArrayInputStream(Reading.bytes("a\n")), ReadOptions.DEFAULT)
                .read(record -> true, (read, total) -> seen.addAll(List.of(read, total)));
        assertThat(seen).containsExactly(2L, 0L);
    }

    @Test
    void anInterruptStopsTheReadingSoonAndStaysSet() throws IOException {
        Path file = write("a.log", "x\n".repeat(100_000));
        AtomicLong seen = new AtomicLong();
        try {
            assertThatThrownBy(() -> source(file)
                            .read(
                                    record -> {
                                        if (seen.incrementAndGet() == 10) {
                                            Thread.currentThread().interrupt();
                                        }
                                        return true;
                                    },
                                    (read, total) -> {}))
                    .isInstanceOf(SourceException.class)
                    .hasMessageContaining("a.log was interrupted");
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        } finally {
            Thread.interrupted();
        }
        assertThat(seen.get()).isLessThan(2_000);
    }

    @Test
    void onlyBlankLinesAreNoRecords() throws IOException {
        assertThat(Reading.failureOf(write("a.log", "\n\n\r\n"))).contains("contains no records, only 3 blank ones");
        assertThat(Reading.failureOf(write("a.jsonl", "\n \n"), Reading.options(RecordFormat.JSONL)))
                .contains("contains no records, only 2 blank ones");
    }
}
