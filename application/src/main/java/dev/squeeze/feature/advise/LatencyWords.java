package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.kit.document.Figures;

/** Latency with certain settings, for a table cell or a clause. */
final class LatencyWords {
    private LatencyWords() {}

    /** Median and 99th percentile of the time from send() to acknowledgement, in milliseconds. */
    static String of(Prediction prediction) {
        return prediction
                .simulated()
                .map(simulated -> millis(simulated.ackMedianMillis()) + " / " + millis(simulated.ackP99Millis()))
                .orElseGet(() -> "up to " + millis(prediction.addedLatencyMillis()));
    }

    private static String millis(double millis) {
        return Figures.say(millis >= 10 ? "%.0f" : "%.1f", millis);
    }
}
