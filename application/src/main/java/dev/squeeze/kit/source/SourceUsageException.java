package dev.squeeze.kit.source;

import java.util.List;

/** What the command line asks of an input does not fit what the input holds, such as a field that no record has. */
public final class SourceUsageException extends SourceException {
    private static final long serialVersionUID = 1L;

    private final List<String> details;

    public SourceUsageException(String message) {
        this(message, List.of());
    }

    /** @param details lines to print before the message, such as what the input holds */
    public SourceUsageException(String message, List<String> details) {
        super(message);
        this.details = List.copyOf(details);
    }

    @Override
    public boolean isUsageError() {
        return true;
    }

    @Override
    public List<String> details() {
        return details;
    }
}
