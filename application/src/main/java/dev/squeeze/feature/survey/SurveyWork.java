package dev.squeeze.feature.survey;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.squeeze.engine.workers.Work;
import dev.squeeze.engine.workers.WorkPlace;
import dev.squeeze.feature.calibrate.CpuCosts;
import dev.squeeze.kit.cli.ConnectionArguments;
import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.document.ResultJson;
import dev.squeeze.kit.environment.DaemonThreads;
import dev.squeeze.kit.source.TopicAccess;
import dev.squeeze.kit.unit.ByteRate;
import dev.squeeze.kit.unit.UserFacingException;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A worker's part of a survey: receives topics one by one, and returns an appraisal of each. */
final class SurveyWork implements Work, SurveyListener {
    /** The order to appraise a topic. */
    static final String APPRAISE = "appraise";

    static final String TOPIC = "topic";
    /**
     * Prefix of the names of answers with an appraisal; the topic's name follows, so that no answer replaces another.
     */
    static final String APPRAISED = "appraised ";

    static final String APPRAISAL = "appraisal";
    /** The answer of a worker that cannot continue; the body has the reason. */
    static final String BROKEN = "broken";

    static final String REASON = "reason";
    /** Whether the reason is the surveyed cluster and not a topic. */
    static final String CLUSTER = "cluster";

    private static final int MAX_WAITING = 1_000;
    private static final long POLL_MILLIS = 100;
    private static final long END_MILLIS = 5_000;

    private final WorkPlace place;
    private final BlockingQueue<SurveyTopic> waiting = new LinkedBlockingQueue<>(MAX_WAITING);
    private final AtomicInteger appraised = new AtomicInteger();
    private final Thread thread;
    private volatile boolean closed;

    private SurveyWork(SurveyTask task, CpuCosts cpu, WorkPlace place) {
        this.place = place;
        TopicAccess access = new TopicAccess(
                place.underTest().connection(),
                ConnectionArguments.TIMEOUT,
                task.sampleBytes(),
                new ByteRate(task.maxBytesPerSecond()),
                task.seed());
        Survey survey = new Survey(place.underTest(), access, task.basis(), cpu, task.now(), this);
        this.thread = DaemonThreads.create(() -> run(survey, task.parallel()), "squeeze-survey-work");
    }

    static SurveyWork begin(SurveyTask task, CpuCosts cpu, WorkPlace place) {
        SurveyWork work = new SurveyWork(task, cpu, place);
        work.thread.start();
        return work;
    }

    private void run(Survey survey, int parallel) {
        try {
            survey.run(this::next, parallel).ifPresent(reason -> broken(reason, true));
        } catch (ClusterException e) {
            broken(UserFacingException.describe(e), true);
        } catch (RuntimeException e) {
            broken(UserFacingException.describe(e), false);
        }
    }

    private Optional<SurveyTopic> next() {
        try {
            while (!stopRequested()) {
                SurveyTopic topic = waiting.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
                if (topic != null) {
                    return Optional.of(topic);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Optional.empty();
    }

    private void broken(String reason, boolean cluster) {
        if (!stopRequested()) {
            place.answer(
                    BROKEN,
                    JsonNodeFactory.instance.objectNode().put(REASON, reason).put(CLUSTER, cluster));
        }
    }

    @Override
    public void order(String order, JsonNode body) throws InterruptedException {
        if (!order.equals(APPRAISE)) {
            throw new IllegalArgumentException("unknown order for a survey: '" + order + "'");
        }
        waiting.put(SurveyTask.Topic.of(body.path(TOPIC)).topic());
    }

    @Override
    public void done(TopicAppraisal appraisal) {
        if (!stopRequested()) {
            appraised.incrementAndGet();
            ObjectNode body = JsonNodeFactory.instance.objectNode();
            body.set(APPRAISAL, ResultJson.tree(appraisal));
            place.answer(APPRAISED + appraisal.topic(), body);
        }
    }

    @Override
    public boolean stopRequested() {
        return closed || place.isOver();
    }

    @Override
    public ObjectNode progress() {
        return JsonNodeFactory.instance.objectNode().put("appraised", appraised.get());
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join(END_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
