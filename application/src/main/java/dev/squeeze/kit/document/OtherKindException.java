package dev.squeeze.kit.document;

import dev.squeeze.kit.unit.UsageException;

/** A whole result document, of a kind that was not asked for. */
public final class OtherKindException extends UsageException {
    private static final long serialVersionUID = 1;

    private final String kind;

    OtherKindException(String kind, String message) {
        super(message);
        this.kind = kind;
    }

    /** As the document has it. */
    public String kind() {
        return kind;
    }
}
