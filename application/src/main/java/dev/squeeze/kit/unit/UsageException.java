package dev.squeeze.kit.unit;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The user's own words are wrong: a flag's value, flags that exclude each other, a line of a file that the command line
 * names. It is printed with a hint at the command's help. An {@link IllegalArgumentException} is a bug instead, or what a
 * parser says to the one who gave it the text.
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
     * What a user's text says.
     *
     * @throws UsageException with the parser's message, where the parser throws an {@link IllegalArgumentException}
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
