package dev.squeeze.kit.kafka;

import dev.squeeze.kit.unit.UserFacingException;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.errors.OffsetOutOfRangeException;

/** A cluster could not be reached, did not respond or refused a request. The message is one line and contains the remedy. */
public final class RawAccessException extends UserFacingException {
    private static final long serialVersionUID = 1L;

    private final String line;

    public RawAccessException(String message) {
        super(message);
        this.line = message;
    }

    public RawAccessException(String message, Throwable cause) {
        super(message, cause);
        this.line = message;
    }

    /** Whether only this place of the log cannot be read, because it is damaged or was deleted by retention. */
    public boolean isOnlyThatPlace() {
        return getCause() instanceof CorruptRecordException || getCause() instanceof OffsetOutOfRangeException;
    }

    /** Never null, unlike that of other exceptions. */
    @Override
    public String getMessage() {
        return line;
    }
}
