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
 * What came of a rollout that was rehearsed.
 *
 * @param schemaVersion version of the document's form
 * @param sources of the records
 * @param scale how many times the experiment's own times
 * @param interrupted whether the user ended it
 * @param topics that there were, changed or not
 * @param unchanged of them, those that the plan leaves as they are
 * @param limitSeconds within which a mistake has to be found
 * @param steps in the order of time
 * @param mistakes that were made on purpose
 * @param falseAlarms marks of trouble where no mistake was made
 * @param changes by wave, then by what they were to save
 * @param total stored bytes of all changed topics; absent where nothing could be compared
 * @param commands that were run, as a user would write them
 * @param folder with the survey, the plan, the tickets, the history and the report; absent where they were not kept
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
     * Something that was done.
     *
     * @param seconds since the run began
     */
    public record Step(Instant at, double seconds, String what) {}

    /**
     * A mistake that was made on purpose.
     *
     * @param clientId of the topic's producer
     * @param at when
     * @param found what watch marked; absent where it did not
     */
    public record Mistake(
            Kind kind, String topic, String team, String clientId, String what, Instant at, Optional<Found> found) {
        /** What was done wrong. */
        public enum Kind {
            /** The topic's compression.type is another codec than producers send. */
            BROKER_RECOMPRESSES(Mark.Kind.RECOMPRESSION),
            /** batch.size was set as planned, linger.ms was not. */
            NO_LINGER(Mark.Kind.BEHIND_PLAN);

            private final Mark.Kind mark;

            Kind(Mark.Kind mark) {
                this.mark = mark;
            }

            /** How watch names it. */
            Mark.Kind mark() {
                return mark;
            }
        }
    }

    /**
     * What watch marked.
     *
     * @param producerId absent where it named none
     * @param seconds by the history's clock, from the mistake to the mark
     */
    public record Found(OptionalLong producerId, double seconds, String words) {}

    /** Whether what was measured is what was planned. */
    public enum Agreement {
        /** The intervals touch. */
        AGREES("agrees"),
        /** Surely more was saved. */
        MORE("saves more"),
        /** Surely less was saved. */
        LESS("saves less"),
        /** Too little was seen. */
        UNKNOWN("too little observed");

        private final String words;

        Agreement(String words) {
            this.words = words;
        }

        /** As people read it. */
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
     * @param promised change of stored bytes per record, by the plan: -0.4 is 40 % less; absent where the plan has none
     * @param measured by {@code watch report}; absent where too little was seen
     * @param expectedDepth records per batch, by the plan; absent where the plan has none
     * @param depthBefore records per batch; 0 where nothing was seen
     * @param depthAfter likewise
     * @param verdict of {@code watch report}, in words
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

    /** Of all changed topics together, weighed by their bytes before. */
    public record Total(ConfidenceInterval promised, ConfidenceInterval measured, Agreement agreement) {}

    /** Whether all mistakes were found in time, nothing else was called one, and savings are as planned. */
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
