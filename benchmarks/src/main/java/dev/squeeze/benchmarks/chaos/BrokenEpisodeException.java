package dev.squeeze.benchmarks.chaos;

/** The environment failed, so that an episode gives no verdict about the program under test. */
final class BrokenEpisodeException extends RuntimeException {
    private static final long serialVersionUID = 1;

    BrokenEpisodeException(String message) {
        super(message);
    }

    BrokenEpisodeException(String message, Throwable cause) {
        super(message, cause);
    }
}
