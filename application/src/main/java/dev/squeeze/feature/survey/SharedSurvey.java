package dev.squeeze.feature.survey;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.squeeze.engine.workers.CrewMember;
import dev.squeeze.engine.workers.CrewPool;
import dev.squeeze.kit.cluster.ClusterException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Distributes topics over workers: each gets as many as it processes in parallel, and one more to start next. Workers
 * may join at any time. Topics of a worker that is lost, or that returns no appraisal for a long time, go to others; if
 * several workers appraise a topic, the first appraisal counts. Not thread-safe.
 */
final class SharedSurvey {
    /** Otherwise, a topic that crashes or blocks workers would take down all of them, one after the other. */
    private static final int MAX_LOSSES = 3;

    private static final long WAIT_MILLIS = 20;
    private static final Duration MIN_SILENCE = Duration.ofMinutes(5);
    private static final int SILENCE_FACTOR = 4;

    private final CrewPool pool;
    private final SurveyTask task;
    private final Duration timeout;
    private final SurveyListener listener;
    private final SurveyTally tally;
    private final Consumer<String> say;
    private final Deque<SurveyTopic> waiting = new ArrayDeque<>();
    private final Map<String, Seat> seats = new LinkedHashMap<>();
    private final Map<String, String> unable = new HashMap<>();
    private final Map<String, Integer> losses = new HashMap<>();

    /** A worker in this survey, with the topics that it has not appraised yet. */
    private static final class Seat {
        final CrewMember member;
        final long work;
        final Map<String, SurveyTopic> out = new LinkedHashMap<>();
        long answeredNanos = System.nanoTime();

        Seat(CrewMember member, long work) {
            this.member = member;
            this.work = work;
        }
    }

    /**
     * @param task sent to each worker
     * @param timeout how long to wait without any worker
     * @param say receives messages for the user
     */
    SharedSurvey(
            CrewPool pool,
            SurveyTask task,
            Duration timeout,
            SurveyListener listener,
            SurveyTally tally,
            Consumer<String> say) {
        this.pool = pool;
        this.task = task;
        this.timeout = timeout;
        this.listener = listener;
        this.tally = tally;
        this.say = say;
    }

    /**
     * Lets workers appraise the topics, and reports each appraisal to the listener.
     *
     * @return what ended the survey early, unless the user did
     */
    Optional<String> run(Collection<SurveyTopic> topics) {
        waiting.addAll(topics);
        long workedNanos = System.nanoTime();
        say.accept("waiting for workers ...");
        try {
            while (!waiting.isEmpty() || seats.values().stream().anyMatch(seat -> !seat.out.isEmpty())) {
                if (listener.stopRequested()) {
                    return Optional.empty();
                }
                pool.requireWorking();
                List.copyOf(seats.values()).forEach(this::follow);
                pool.present().forEach(this::seat);
                handOut();
                long now = System.nanoTime();
                if (!seats.isEmpty()) {
                    workedNanos = now;
                } else if (now - workedNanos > timeout.toNanos()) {
                    return Optional.of(noWorkers());
                }
                TimeUnit.MILLISECONDS.sleep(WAIT_MILLIS);
            }
            return Optional.empty();
        } catch (ClusterException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("the survey was interrupted");
        }
    }

    private String noWorkers() {
        String failures = unable.entrySet().stream()
                .findFirst()
                .map(entry -> "; worker " + entry.getKey() + " failed: " + entry.getValue())
                .orElse("");
        return pool.tooFew().getMessage() + failures;
    }

    /** A worker with several slots uses the first one; others may join for the rest. */
    private void seat(CrewMember member) {
        if (seats.containsKey(member.name()) || unable.containsKey(member.name())) {
            return;
        }
        seats.put(member.name(), new Seat(member, pool.open(member, SurveyTask.KIND, task.toJson())));
        tally.joined(member);
        say.accept("worker " + member.name() + " joined the survey");
    }

    private void follow(Seat seat) {
        for (JsonNode answer : pool.answers(seat.member, seat.work)) {
            String word = answer.path("answer").asText();
            if (word.startsWith(SurveyWork.APPRAISED)) {
                take(seat, answer.path(SurveyWork.APPRAISAL));
            } else if (word.equals(SurveyWork.BROKEN)) {
                if (!answer.path(SurveyWork.CLUSTER).asBoolean()) {
                    countLosses(seat);
                }
                unable(seat, answer.path(SurveyWork.REASON).asText());
                return;
            }
        }
        Optional<String> failure = pool.failure(seat.member, seat.work);
        Optional<String> lost = pool.lost(seat.member);
        if (failure.isPresent()) {
            unable(seat, failure.get());
        } else if (lost.isPresent()) {
            lost(seat, lost.get());
        } else if (!seat.out.isEmpty()
                && System.nanoTime() - seat.answeredNanos > silence().toNanos()) {
            countLosses(seat);
            unable(seat, "returned no appraisal for " + silence().toSeconds() + " s");
        }
    }

    /** The time that a worker's topics may take at its rate, with a large margin. */
    private Duration silence() {
        double seconds = (double) SILENCE_FACTOR * depth() * task.sampleBytes() / task.maxBytesPerSecond();
        return MIN_SILENCE.plusSeconds((long) seconds);
    }

    private int depth() {
        return task.parallel() + 1;
    }

    private void take(Seat seat, JsonNode json) {
        TopicAppraisal appraisal = SurveyTask.appraisal(json);
        seat.answeredNanos = System.nanoTime();
        if (seat.out.remove(appraisal.topic()) != null) {
            tally.appraised(seat.member, appraisal);
            listener.done(appraisal);
        }
    }

    private void unable(Seat seat, String why) {
        unable.put(seat.member.name(), why);
        giveBack(seat, "failed: " + why);
    }

    private void lost(Seat seat, String how) {
        boolean moved = pool.present().stream().anyMatch(other -> other.name().equals(seat.member.name()));
        if (moved) {
            // A rebalance gave this slot to a worker that joined; the worker continues in another slot that it still
            // has.
            seats.remove(seat.member.name());
            List<SurveyTopic> back = new ArrayList<>(seat.out.values());
            back.forEach(waiting::addFirst);
            return;
        }
        countLosses(seat);
        giveBack(seat, how);
    }

    /**
     * Any of a lost worker's topics may be the cause. Topics that were on several lost workers are not handed out
     * again.
     */
    private void countLosses(Seat seat) {
        for (SurveyTopic topic : List.copyOf(seat.out.values())) {
            int times = losses.merge(topic.name(), 1, Integer::sum);
            if (times >= MAX_LOSSES) {
                seat.out.remove(topic.name());
                listener.done(TopicAppraisal.none(topic, times + " workers were lost, or failed, while they had it"));
            }
        }
    }

    private void giveBack(Seat seat, String what) {
        seats.remove(seat.member.name());
        seat.out.values().forEach(waiting::addFirst);
        String incident = "worker " + seat.member.name() + " " + what
                + (seat.out.isEmpty() ? "" : "; its unfinished topics (" + seat.out.size() + ") went to others");
        tally.incident(incident);
        say.accept(incident);
    }

    /** Round robin, so that a small number of topics is spread over all workers. */
    private void handOut() {
        for (int depth = 1; depth <= depth(); depth++) {
            for (Seat seat : seats.values()) {
                SurveyTopic topic = seat.out.size() < depth ? waiting.poll() : null;
                if (topic != null) {
                    if (seat.out.isEmpty()) {
                        seat.answeredNanos = System.nanoTime();
                    }
                    seat.out.put(topic.name(), topic);
                    ObjectNode body = JsonNodeFactory.instance.objectNode();
                    body.set(SurveyWork.TOPIC, SurveyTask.Topic.of(topic).toJson());
                    pool.order(seat.member, seat.work, SurveyWork.APPRAISE, body);
                }
            }
        }
    }
}
