package dev.squeeze.feature.survey;

import dev.squeeze.feature.calibrate.CpuCosts;
import dev.squeeze.kit.cli.FailedException;
import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.environment.DaemonThreads;
import dev.squeeze.kit.kafka.FailureWords;
import dev.squeeze.kit.kafka.RawAccessException;
import dev.squeeze.kit.source.EmptyTopicException;
import dev.squeeze.kit.source.ReadPace;
import dev.squeeze.kit.source.SourceException;
import dev.squeeze.kit.source.TopicAccess;
import dev.squeeze.kit.source.TopicReader;
import dev.squeeze.kit.unit.UserFacingException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * Appraises the topics of a cluster, several at a time, each from a sample of limited size. Only the batches of the
 * topics being read are in memory, and one small record per finished topic. A topic that cannot be read or appraised
 * results in an appraisal with the reason; a survey ends early only if the cluster no longer answers or the user stops
 * it.
 */
final class Survey {
    private static final Duration CLUSTER_TIMEOUT = Duration.ofSeconds(10);

    private final RemoteCluster cluster;
    private final TopicAccess access;
    private final GivenBasis basis;
    private final CpuCosts cpu;
    private final Instant now;
    private final SurveyListener listener;
    private final ReadPace pace;
    private final AtomicReference<RuntimeException> failure = new AtomicReference<>();
    private final AtomicReference<String> broken = new AtomicReference<>();

    /**
     * @param cpu costs of clients and brokers
     * @param now end of the period in which a topic without new records counts as silent
     */
    Survey(
            RemoteCluster cluster,
            TopicAccess access,
            GivenBasis basis,
            CpuCosts cpu,
            Instant now,
            SurveyListener listener) {
        this.cluster = cluster;
        this.access = access;
        this.basis = basis;
        this.cpu = cpu;
        this.now = now;
        this.listener = listener;
        this.pace = new ReadPace(access.maxBytesPerSecond());
    }

    /**
     * Appraises the topics in the given order and reports each to the listener.
     *
     * @param parallel how many at a time
     * @return what ended the survey early, unless the user did
     */
    Optional<String> run(Collection<SurveyTopic> topics, int parallel) {
        Queue<SurveyTopic> waiting = new ConcurrentLinkedQueue<>(topics);
        return run(() -> Optional.ofNullable(waiting.poll()), Math.min(parallel, topics.size()));
    }

    /**
     * Same as above, with topics supplied one by one.
     *
     * @param topics called by several threads; may block, and returns empty once there are no more
     */
    Optional<String> run(Supplier<Optional<SurveyTopic>> topics, int parallel) {
        CountDownLatch working = new CountDownLatch(parallel);
        for (int i = 0; i < parallel; i++) {
            DaemonThreads.start(
                    () -> {
                        try {
                            work(topics);
                        } catch (RuntimeException e) {
                            failure.compareAndSet(null, e);
                        } catch (OutOfMemoryError e) {
                            failure.compareAndSet(
                                    null,
                                    new FailedException("out of memory: give a smaller --sample or --parallel, or a"
                                            + " larger heap with SQUEEZE_HEAP=8g"));
                        } catch (Error e) {
                            failure.compareAndSet(null, new FailedException(FailureWords.of(e)));
                        } finally {
                            working.countDown();
                        }
                    },
                    "squeeze-survey-" + i);
        }
        await(working);
        RuntimeException failed = failure.get();
        if (failed != null) {
            throw failed;
        }
        return Optional.ofNullable(broken.get());
    }

    private void await(CountDownLatch working) {
        try {
            working.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            broken.compareAndSet(null, "the survey was interrupted");
        }
    }

    private boolean isOver() {
        return listener.stopRequested() || broken.get() != null || failure.get() != null;
    }

    private void work(Supplier<Optional<SurveyTopic>> topics) {
        Optional<SurveyTopic> next = topics.get();
        if (next.isEmpty() || isOver()) {
            return;
        }
        try (Appraiser appraiser =
                new Appraiser(TopicReader.open(next.get().name(), access, pace), basis, cpu, now, stopsWithUs())) {
            while (next.isPresent() && !isOver()) {
                appraise(appraiser, next.get()).ifPresent(listener::done);
                next = topics.get();
            }
        } catch (SourceException e) {
            broken.compareAndSet(null, "the cluster does not answer: " + e.getMessage());
        }
    }

    /** A fatal error in one thread also stops the others. */
    private SurveyListener stopsWithUs() {
        return new SurveyListener() {
            @Override
            public void done(TopicAppraisal appraisal) {
                listener.done(appraisal);
            }

            @Override
            public boolean stopRequested() {
                return isOver();
            }
        };
    }

    private Optional<TopicAppraisal> appraise(Appraiser appraiser, SurveyTopic topic) {
        try {
            return Optional.of(appraiser.appraise(topic));
        } catch (SurveyStoppedException e) {
            return Optional.empty();
        } catch (SourceException e) {
            return unreadable(topic, e);
        } catch (ClusterException e) {
            throw e;
        } catch (RuntimeException e) {
            if (Thread.currentThread().isInterrupted()) {
                throw e;
            }
            // Other topics are not affected.
            return Optional.of(TopicAppraisal.none(topic, UserFacingException.describe(e)));
        }
    }

    /** A topic that cannot be read is reported and skipped, unless the whole cluster does not answer. */
    private Optional<TopicAppraisal> unreadable(SurveyTopic topic, SourceException trouble) {
        if (trouble.getCause() instanceof RawAccessException) {
            try {
                cluster.requireAnswer(CLUSTER_TIMEOUT);
            } catch (ClusterException e) {
                broken.compareAndSet(null, "the cluster no longer answers: " + e.getMessage());
                return Optional.empty();
            }
        }
        return Optional.of(TopicAppraisal.none(topic, reason(topic, trouble)));
    }

    /** Without the topic's name, which is shown next to the reason. */
    private static String reason(SurveyTopic topic, SourceException trouble) {
        if (trouble instanceof EmptyTopicException) {
            return "it is empty: no partition contains any offsets";
        }
        String message = String.valueOf(trouble.getMessage());
        for (String known :
                new String[] {"topic:" + topic.name() + " cannot be read: ", "topic:" + topic.name() + " "}) {
            if (message.startsWith(known)) {
                return message.substring(known.length());
            }
        }
        return message;
    }
}
