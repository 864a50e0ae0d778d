package dev.squeeze.kit.source;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Looks at the beginnings of the files of a source before they are read, and refuses files of several kinds. */
final class KindCheck {
    /** Enough to find a file of another kind among many; more would take longer than reading small files. */
    private static final int MAX_FILES = 1_000;

    private final FileOpener opener;

    KindCheck(FileOpener opener) {
        this.opener = opener;
    }

    /**
     * @param notation the source, as the user wrote it
     * @param files all that will be read; of very many, some that are evenly spread are looked at
     * @throws SourceUsageException when they hold records of several kinds
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

    /** Empty for what can be read only once, such as pipes, and for what cannot be read: reading says why. */
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
