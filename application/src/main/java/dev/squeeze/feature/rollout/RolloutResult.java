package dev.squeeze.feature.rollout;

import dev.squeeze.engine.history.Mark;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.feature.plan.Wave;
import dev.squeeze.kit.document.Document;
import dev.squeeze.kit.document.Result;
import dev.squeeze.kit.document.ResultKind;
import dev.squeeze.kit.document.RunInfo;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The result of a rehearsed rollout.
 *
 * @param schemaVersion version of the document's format
 * @param sources sources of the records
 * @param scale factor by which the rehearsal's durations were multiplied
 * @param interrupted whether the user stopped it
 * @param topics number of topics, changed or not
 * @param unchanged how many of these the plan leaves as they are
 * @param limitSeconds time within which a mistake has to be found
 * @param steps in chronological order
 * @param mistakes deliberate mistakes
 * @param falseAlarms marks of problems where no mistake was made
 * @param changes changed topics, by wave, then by planned saving
 * @param total change of stored bytes of all changed topics together; absent if nothing could be compared
 * @param commands command lines that were run, as a user would write them
 * @param folder the folder with the survey, the plan, the tickets, the history and the report; absent if they were not
 *     kept
 */
public record RolloutResult(
        int schemaVersion,
        String kind,
        RunInfo run,
        List<String> sources,
        double scale,
        boolean interrupted,
        int topics,
        int unchanged,
        double limitSeconds,
        List<Step> steps,
        List<Mistake> mistakes,
        List<Mark> falseAlarms,
        List<ChangedTopic> changes,
        Optional<Total> total,
        List<String> commands,
        Optional<String> folder)
        implements Result {
    public static final ResultKind KIND = new ResultKind("rollout", RolloutResult.class);

    public RolloutResult {
        sources = List.copyOf(sources);
        steps = List.copyOf(steps);
        mistakes = List.copyOf(mistakes);
        falseAlarms = List.copyOf(falseAlarms);
        changes = List.copyOf(changes);
        commands = List.copyOf(commands);
    }

    /**
     * A step of the rehearsal.
     *
     * @param seconds since the run started
     */
    public record Step(Instant at, double seconds, String what) {}

    /**
     * A deliberate mistake.
     *
     * @param clientId client id of the topic's producer
     * @param at when it was made
     * @param found what watch marked; absent if it did not
     */
    public record Mistake(
            Kind kind, String topic, String team, String clientId, String what, Instant at, Optional<Found> found) {
        /** The kinds of mistakes. */
        public enum Kind {
            /** The topic's compression.type differs from the codec that producers use. */
            BROKER_RECOMPRESSES(Mark.Kind.RECOMPRESSION),
            /** batch.size was set as planned, linger.ms was not. */
            NO_LINGER(Mark.Kind.BEHIND_PLAN);

            private final Mark.Kind mark;

            Kind(Mark.Kind mark) {
                this.mark = mark;
            }

            /** The kind of mark that watch sets for it. */
            Mark.Kind mark() {
                return mark;
            }
        }
    }

    /**
     * The mark that watch set.
     *
     * @param producerId absent if the mark has none
     * @param seconds from the mistake to the mark, by the history's clock
     */
    public record Found(OptionalLong producerId, double seconds, String words) {}

    /** Whether the measured saving agrees with the plan. */
    public enum Agreement {
        /** The intervals overlap. */
        AGREES("agrees"),
        /** The measured saving is larger, beyond the intervals. */
        MORE("saves more"),
        /** The measured saving is smaller, beyond the intervals. */
        LESS("saves less"),
        /** Too little was observed. */
        UNKNOWN("too little observed");

        private final String words;

        Agreement(String words) {
            this.words = words;
        }

        /** The text for reports. */
        public String words() {
            return words;
        }

        static Agreement of(ConfidenceInterval promised, ConfidenceInterval measured) {
            if (measured.low() > promised.high()) {
                return LESS;
            }
            return measured.high() < promised.low() ? MORE : AGREES;
        }
    }

    /**
     * A topic that was changed.
     *
     * @param promised planned change of stored bytes per record: -0.4 is 40 % less; absent if the plan has none
     * @param measured change measured by {@code watch report}; absent if too little was observed
     * @param expectedDepth planned records per batch; absent if the plan has none
     * @param depthBefore records per batch before the change; 0 if nothing was observed
     * @param depthAfter records per batch after the change; 0 if nothing was observed
     * @param verdict the verdict of {@code watch report}, in words
     */
    public record ChangedTopic(
            String topic,
            String team,
            String clientId,
            Wave wave,
            ProducerSettings from,
            ProducerSettings to,
            Optional<ConfidenceInterval> promised,
            Optional<ConfidenceInterval> measured,
            Optional<Double> expectedDepth,
            double depthBefore,
            double depthAfter,
            String verdict,
            Agreement agreement) {}

    /** The change of all changed topics together, weighted by their bytes before. */
    public record Total(ConfidenceInterval promised, ConfidenceInterval measured, Agreement agreement) {}

    /** Whether all mistakes were found in time, there were no false alarms, and savings are as planned. */
    boolean isAsItShouldBe() {
        return areMistakesFound()
                && falseAlarms.isEmpty()
                && total.filter(all -> all.agreement() == Agreement.AGREES).isPresent();
    }

    boolean areMistakesFound() {
        return !mistakes.isEmpty()
                && mistakes.stream().allMatch(mistake -> mistake.found()
                        .filter(found -> found.seconds() <= limitSeconds)
                        .isPresent());
    }

    @Override
    public Document document() {
        return RolloutDocument.of(this);
    }

    @Override
    public String csv() {
        return RolloutCsv.of(this);
    }
}
