package dev.squeeze.kit.source;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Checks the start of each file of a source before reading, and rejects files with different kinds of records. */
final class KindCheck {
    /** Enough to find a file of a different kind among many; more would take longer than reading small files. */
    private static final int MAX_FILES = 1_000;

    private final FileOpener opener;

    KindCheck(FileOpener opener) {
        this.opener = opener;
    }

    /**
     * @param notation the source, as specified by the user
     * @param files all files to read; if there are too many, evenly spaced ones are checked
     * @throws SourceUsageException if they contain different kinds of records
     */
    void requireOneKind(String notation, List<InputFile> files) {
        if (files.size() < 2) {
            return;
        }
        RecordKinds kinds = new RecordKinds();
        int step = (files.size() + MAX_FILES - 1) / MAX_FILES;
        for (int i = 0; i < files.size(); i += step) {
            InputFile file = files.get(i);
            kind(file).ifPresent(kind -> kinds.add(file.name(), kind));
        }
        kinds.requireOne(notation);
    }

    /**
     * Empty for inputs that can be read only once, such as pipes, and for those that cannot be read, as reading reports
     * the error.
     */
    private Optional<RecordKind> kind(InputFile file) {
        if (file.path().isEmpty() || file.storedBytes().isEmpty()) {
            return Optional.empty();
        }
        Path path = file.path().get();
        try (InputStream stream = opener.open(path);
                UnpackedInput input = UnpackedInput.open(file.name(), stream)) {
            ByteWindow window = new ByteWindow(input, new ReadWatch((read, total) -> {}, 0));
            if (!window.require(1)) {
                return Optional.empty();
            }
            HeadBytes head = HeadBytes.of(window);
            return FormatGuess.guess(file.name(), head).format().map(format -> RecordKind.of(format, head, window));
        } catch (IOException | SourceException e) {
            return Optional.empty();
        }
    }
}
