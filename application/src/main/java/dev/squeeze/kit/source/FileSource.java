package dev.squeeze.kit.source;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.List;
import java.util.function.Supplier;

/**
 * Records in files, folders or standard input ({@code -}), each uncompressed, gzip or zstd, as recognized by its first
 * bytes. Several inputs are read one after another as if they were one.
 *
 * <p>Files with different kinds of records are rejected, unless the format is given: settings for a mixture suit none
 * of its parts.
 *
 * <p>In text formats a UTF-8 byte order mark at the start of an input is skipped. Unless options give a field for them,
 * timestamps start at 2024-01-01T00:00:00Z and are spaced by {@link ReadOptions#assumedRecordsPerSecond()}.
 *
 * <p>Interrupting the reading thread ends the reading with a {@link SourceException}; the thread's interrupt flag stays
 * set. A read that is waiting for standard input is not interrupted.
 */
public final class FileSource implements RecordSource {
    private final List<String> paths;
    private final ReadOptions options;
    private final Supplier<InputStream> standardInput;
    private final FileOpener opener;

    /** @param paths each with or without the prefix {@code file:} */
    public FileSource(List<String> paths, ReadOptions options) {
        this(paths, options, () -> System.in);
    }

    /** @param standardInput called once, when {@code -} is read; the caller closes the stream */
    public FileSource(List<String> paths, ReadOptions options, Supplier<InputStream> standardInput) {
        this(paths, options, standardInput, Files::newInputStream);
    }

    FileSource(List<String> paths, ReadOptions options, Supplier<InputStream> standardInput, FileOpener opener) {
        this.paths = List.copyOf(paths);
        this.options = options;
        this.standardInput = standardInput;
        this.opener = opener;
    }

    @Override
    public String notation() {
        if (paths.isEmpty()) {
            return "file:";
        }
        String first = InputWalk.bare(paths.get(0));
        String named = first.equals("-") ? first : "file:" + first;
        return paths.size() == 1 ? named : "%s (+%d more)".formatted(named, paths.size() - 1);
    }

    @Override
    public ReadReport read(RecordVisitor visitor, ReadProgress progress) {
        LeftOut leftOut = new LeftOut();
        List<InputFile> files = InputWalk.files(paths, leftOut);
        if (options.format().isEmpty()) {
            new KindCheck(opener).requireOneKind(notation(), files);
        }
        ReadWatch watch = new ReadWatch(progress, totalBytes(files));
        FileReading reading = new FileReading(notation(), options, visitor, watch, leftOut);
        for (InputFile file : files) {
            watch.stopIfInterrupted(file.name());
            try (InputStream stream = open(file)) {
                reading.read(file.name(), stream);
            } catch (IOException e) {
                leftOut.add(
                        file.name() + " cannot be read, " + InputWalk.reason(e), "check its permissions and the disk");
            }
            if (reading.stopped()) {
                break;
            }
        }
        watch.allFinished();
        return reading.report();
    }

    private InputStream open(InputFile file) throws IOException {
        return file.path().isPresent() ? opener.open(file.path().get()) : new UnclosedInput(standardInput.get());
    }

    private static long totalBytes(List<InputFile> files) {
        if (files.stream().anyMatch(file -> file.storedBytes().isEmpty())) {
            return 0;
        }
        return files.stream().mapToLong(file -> file.storedBytes().orElse(0)).sum();
    }
}
