package dev.squeeze.source;

import java.util.List;

/** Records in files, folders or standard input. */
public final class FileSource implements RecordSource {
    private final List<String> paths;
    private final ReadOptions options;

    public FileSource(List<String> paths, ReadOptions options) {
        this.paths = List.copyOf(paths);
        this.options = options;
    }

    @Override
    public String notation() {
        return "file:" + String.join(",", paths) + options.format().map(f -> "").orElse("");
    }

    @Override
    public ReadReport read(RecordVisitor visitor, ReadProgress progress) {
        throw new SourceException("not read yet");
    }
}
