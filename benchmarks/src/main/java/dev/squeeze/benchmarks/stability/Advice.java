package dev.squeeze.benchmarks.stability;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.squeeze.benchmarks.ChildProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The recommendation of one run of {@code squeeze advise}.
 *
 * @param source as given by the user
 * @param seed of the run's random choices
 * @param underLoad whether another program kept a core busy
 * @param settings codec, {@code batch.size} and {@code linger.ms}; today's if they should stay
 * @param step of the ladder; {@link #NO_STEP} if none of it is recommended
 * @param saving monthly saving over today's settings, in the currency of the price list
 * @param wallSeconds from start to end of the program
 */
record Advice(
        String source, long seed, boolean underLoad, String settings, String step, double saving, double wallSeconds) {
    static final String NO_STEP = "none";

    private static final long TIMEOUT_SECONDS = 600;
    private static final List<String> MONEY = List.of("zoneMoney", "diskMoney", "cpuMoney");
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * Runs the command like a user.
     *
     * @param squeeze the program
     * @param folder for the result and the output
     * @throws IllegalStateException if it fails, with its output
     */
    static Advice ask(Path squeeze, String source, long seed, boolean underLoad, Path folder)
            throws IOException, InterruptedException {
        Path output = folder.resolve("advice-" + seed + ".json");
        List<String> command = List.of(
                squeeze.toString(), "advise", source, "--seed", String.valueOf(seed), "--output", output.toString());
        long startNanos = System.nanoTime();
        ChildProgram.runToEnd(command, folder.resolve("advise-" + seed + ".log"), TIMEOUT_SECONDS);
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        return read(JSON.readTree(output.toFile()), source, seed, underLoad, seconds);
    }

    static Advice read(JsonNode document, String source, long seed, boolean underLoad, double wallSeconds) {
        JsonNode recommendation = document.path("recommendation");
        JsonNode recommended = recommendation.path("recommended");
        JsonNode settings = recommended.path("settings");
        if (settings.isMissingNode()) {
            throw new IllegalStateException("the document of squeeze advise has no recommended settings");
        }
        return new Advice(
                source,
                seed,
                underLoad,
                settings.path("codec").asText() + " "
                        + settings.path("batchSizeBytes").asText() + " "
                        + settings.path("lingerMillis").asText(),
                step(recommendation.path("ladder")),
                money(recommendation.path("current")) - money(recommended),
                wallSeconds);
    }

    private static String step(JsonNode ladder) {
        JsonNode recommended = ladder.path("recommended");
        return recommended.isInt()
                ? ladder.path("rungs").path(recommended.asInt()).path("step").asText()
                : NO_STEP;
    }

    private static double money(JsonNode prediction) {
        double sum = 0;
        for (String part : MONEY) {
            JsonNode money = prediction.path("resources").path(part);
            if (!money.isNumber()) {
                throw new IllegalStateException("a prediction in the document of squeeze advise has no " + part);
            }
            sum += money.asDouble();
        }
        return sum;
    }
}
