package dev.squeeze.kit.kafka;

import dev.squeeze.kit.unit.UserFacingException;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.errors.OffsetOutOfRangeException;

/** A cluster could not be reached, did not answer or refused a request. The message is one line and says what to do. */
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

    /** Whether it is only that place of a log that cannot be read: it is damaged, or retention has taken it away. */
    public boolean isOnlyThatPlace() {
        return getCause() instanceof CorruptRecordException || getCause() instanceof OffsetOutOfRangeException;
    }

    /** Never null, other than that of exceptions in general. */
    @Override
    public String getMessage() {
        return line;
    }
}
