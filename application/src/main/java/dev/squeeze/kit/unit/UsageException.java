package dev.squeeze.kit.unit;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The user's input is wrong: the value of a flag, mutually exclusive flags, or a line of a file specified on the
 * command line. Printed with a pointer to the command's help. An {@link IllegalArgumentException}, in contrast,
 * indicates a bug, or is thrown by a parser to its caller.
 */
public class UsageException extends UserFacingException {
    private static final long serialVersionUID = 1L;

    public UsageException(@Nullable String message) {
        super(message);
    }

    public UsageException(@Nullable String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /**
     * Parses a user's text.
     *
     * @throws UsageException with the parser's message, if the parser throws an {@link IllegalArgumentException}
     */
    public static <T> T parse(String text, Function<String, T> parser) {
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException e) {
            throw new UsageException(e.getMessage(), e);
        }
    }

    @Override
    public boolean isUsageError() {
        return true;
    }
}
