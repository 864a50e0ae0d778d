package dev.squeeze.kit.source;

import java.util.List;

/** An option does not match the input, such as a field that no record has. */
public final class SourceUsageException extends SourceException {
    private static final long serialVersionUID = 1L;

    private final List<String> details;

    public SourceUsageException(String message) {
        this(message, List.of());
    }

    /** @param details lines to print before the message, such as the contents of the input */
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
