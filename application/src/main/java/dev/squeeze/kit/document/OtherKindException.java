package dev.squeeze.kit.document;

import dev.squeeze.kit.unit.UsageException;

/** A complete result document, but of another kind than requested. */
public final class OtherKindException extends UsageException {
    private static final long serialVersionUID = 1;

    private final String kind;

    OtherKindException(String kind, String message) {
        super(message);
        this.kind = kind;
    }

    /** The kind, as given in the document. */
    public String kind() {
        return kind;
    }
}
