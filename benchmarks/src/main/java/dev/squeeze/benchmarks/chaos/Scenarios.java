package dev.squeeze.benchmarks.chaos;

import java.nio.file.Path;
import java.util.List;

/** Selects the next episode and its length. */
final class Scenarios {
    private static final List<String> OF_COPY =
            List.of("follow", "recreated", "truncated", "unclean", "follow", "unclean", "truncated", "recreated");
    private static final long GATEWAY_SECONDS = 150;
    private static final long FOLLOW_SECONDS = 120;
    /** With hours of time, every other episode has this length, which allows pauses of up to 300 s. */
    private static final long LONG_FOLLOW_SECONDS = 720;

    private static final long RECOMPRESS_SECONDS = 240;
    private static final long MIN_SECONDS = 45;

    private Scenarios() {}

    static void run(
            Workspace workspace, Path folder, Figures figures, long seed, int number, long secondsLeft, String only)
            throws Exception {
        switch (figures.campaign()) {
            case "gateway" ->
                new GatewayEpisode(episode(workspace, folder, figures, seed, GATEWAY_SECONDS, secondsLeft)).run();
            case "recompress" ->
                new RecompressEpisode(episode(workspace, folder, figures, seed, RECOMPRESS_SECONDS, secondsLeft)).run();
            default -> {
                String scenario = only.isEmpty() ? OF_COPY.get(number % OF_COPY.size()) : only;
                long most =
                        number % 8 == 4 && secondsLeft > 2 * LONG_FOLLOW_SECONDS ? LONG_FOLLOW_SECONDS : FOLLOW_SECONDS;
                Episode episode = episode(workspace, folder, figures, seed, most, secondsLeft);
                switch (scenario) {
                    case "follow" -> new FollowEpisode(episode).run();
                    case "recreated", "truncated", "unclean" -> new ChangedSourceEpisode(episode, scenario).run();
                    default -> throw new IllegalArgumentException("no scenario of copy: " + scenario);
                }
            }
        }
    }

    private static Episode episode(
            Workspace workspace, Path folder, Figures figures, long seed, long most, long secondsLeft) {
        return new Episode(workspace, folder, figures, seed, Math.max(MIN_SECONDS, Math.min(most, secondsLeft)));
    }
}
