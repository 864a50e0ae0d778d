package dev.squeeze.kit.serving;

import dev.squeeze.kit.unit.UsageException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.jspecify.annotations.Nullable;

/** The token that a client must present. Only its hash is kept, so that it cannot be printed by mistake. */
public final class AccessToken {
    private static final String SCHEME = "Bearer ";
    private static final int MIN_LENGTH = 16;
    private static final long MAX_FILE_BYTES = 8192;

    private final byte[] hash;

    private AccessToken(byte[] hash) {
        this.hash = hash;
    }

    /**
     * Reads a token.
     *
     * @param file contains only the token; surrounding white space is ignored
     * @throws UsageException if the file cannot be read, or the token is too easy to guess
     */
    public static AccessToken read(Path file) {
        return new AccessToken(hash(word(file)));
    }

    /**
     * The token itself, for a client that presents it.
     *
     * @throws UsageException as {@link #read}
     */
    public static String word(Path file) {
        String word;
        try {
            if (Files.size(file) > MAX_FILE_BYTES) {
                throw new UsageException("the token file " + file + " is too large: it must contain only the token");
            }
            word = Files.readString(file).strip();
        } catch (IOException e) {
            throw new UsageException("the token file " + file + " cannot be read: " + e, e);
        }
        if (word.length() < MIN_LENGTH || !word.chars().allMatch(letter -> letter > ' ' && letter < 127)) {
            throw new UsageException("the token in " + file + " must be one word of at least " + MIN_LENGTH
                    + " letters and digits: generate one with 'openssl rand -hex 32'");
        }
        return word;
    }

    /**
     * Whether a request presents the token. The comparison takes constant time.
     *
     * @param authorization the request header of that name
     */
    public boolean isShownBy(@Nullable String authorization) {
        if (authorization == null || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return false;
        }
        return MessageDigest.isEqual(
                hash, hash(authorization.substring(SCHEME.length()).strip()));
    }

    private static byte[] hash(String word) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(word.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
