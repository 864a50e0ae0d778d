package dev.squeeze.engine.experiment;

import dev.squeeze.engine.experiment.LimitingFactor.Part;
import dev.squeeze.engine.load.TrialResult;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Rules for what limited a trial, in order from the most certain one to the last resort: the first one that holds is
 * the answer.
 */
enum LimitRule {
    /** The service may sustain more if the machine is full mainly because of the client that sends the load. */
    CLIENT_FILLS_THE_MACHINE {
        @Override
        Optional<Finding> holds(Shares shares) {
            return when(
                    shares.of(Part.LOAD_CLIENT) > CLIENT_SHARE && shares.of(Part.MACHINE) >= MACHINE_FULL,
                    Part.LOAD_CLIENT,
                    shares.ofWorkers()
                            ? "sending used %.0f %% of the %d cores of the workers' machines, and one of them had none left: the"
                                    + " service may sustain more; give more --workers"
                            : "the client used %.0f %% of this machine's %d cores, and none was left: the service may sustain more;"
                                    + " send from another machine with --target",
                    100 * shares.of(Part.LOAD_CLIENT),
                    shares.cores());
        }
    },
    THREAD_ALWAYS_RUNNING {
        @Override
        Optional<Finding> holds(Shares shares) {
            return THREADS.stream()
                    .filter(part -> shares.of(part) >= BUSY)
                    .findFirst()
                    .flatMap(part ->
                            when(true, part, "the %s ran %.0f %% of the time", part.words(), 100 * shares.of(part)));
        }
    },
    WAITING_FOR_BATCH_LOCKS {
        @Override
        Optional<Finding> holds(Shares shares) {
            return when(
                    shares.of(Part.BATCH_LOCK) >= BLOCKED,
                    Part.BATCH_LOCK,
                    "application threads waited %.0f %% of the time for monitors; the producer holds the one of a"
                            + " partition while it compresses",
                    100 * shares.of(Part.BATCH_LOCK));
        }
    },
    SERVICE_WORKERS_WAITING {
        @Override
        Optional<Finding> holds(Shares shares) {
            return List.of(Part.SERVICE_LOCK, Part.SERVICE_BUFFER).stream()
                    .filter(part -> shares.of(part) >= BLOCKED)
                    .findFirst()
                    .flatMap(part -> when(
                            true,
                            part,
                            "the service's workers waited %.0f %% of the time for the %s",
                            100 * shares.of(part),
                            part.words()));
        }
    },
    HOST_TAKES_PROCESSOR_TIME {
        @Override
        Optional<Finding> holds(Shares shares) {
            return when(
                    shares.of(Part.HOST) >= TrialResult.MAX_STOLEN,
                    Part.HOST,
                    "the host gave %.0f %% of the CPU time that %s needed to other machines",
                    100 * shares.of(Part.HOST),
                    shares.ofWorkers() ? "a worker's machine" : "this machine");
        }
    },
    MACHINE_IS_FULL {
        @Override
        Optional<Finding> holds(Shares shares) {
            boolean full = shares.of(Part.MACHINE) >= MACHINE_FULL;
            // A worker does not know what else ran on its machine.
            if (shares.ofWorkers()) {
                return when(
                        full,
                        Part.MACHINE,
                        "%.0f %% of the cores of a worker's machine were busy",
                        100 * shares.of(Part.MACHINE));
            }
            return when(
                    full,
                    Part.MACHINE,
                    "%.0f %% of this machine's %d cores were busy, %.2f cores with client and brokers and %.2f with"
                            + " everything else",
                    100 * shares.of(Part.MACHINE),
                    shares.cores(),
                    shares.ownCores(),
                    shares.otherCores());
        }
    },
    /** Handlers that wait for a disk or a lock use no CPU, but are not available for other requests either. */
    REQUEST_HANDLERS_NEVER_IDLE {
        @Override
        Optional<Finding> holds(Shares shares) {
            return when(
                    shares.handlersIdle() < 1 - BUSY,
                    Part.BROKER_CPU,
                    "the broker's request handlers were idle only %.0f %% of the time",
                    100 * shares.handlersIdle());
        }
    };

    /**
     * A thread that runs for a larger share of the time than this has no headroom: the rest is lost to wake-ups and GC
     * pauses.
     */
    static final double BUSY = 0.85;
    /** Share of busy cores from which the threads of a machine have to wait for each other. */
    static final double MACHINE_FULL = 0.92;
    /** Share of the time from which waiting for a lock outweighs whatever else the thread does. */
    static final double BLOCKED = 0.3;
    /** Share of a machine's cores from which the client is considered the main user. */
    static final double CLIENT_SHARE = 0.5;

    private static final List<Part> THREADS = List.of(
            Part.SERVICE_NETWORK_THREAD,
            Part.SERVICE_WORKER,
            Part.PRODUCER_NETWORK_THREAD,
            Part.APPLICATION_THREAD,
            Part.CONSUMER,
            Part.BROKER_NETWORK,
            Part.BROKER_CPU);

    private static final Finding UNKNOWN = new Finding(
            Part.UNKNOWN,
            "no thread was busy all the time and cores were idle: look at the network, the disk and the other machines");

    /**
     * The measurements of a trial that the rules use.
     *
     * @param busy share of the time in which a part worked or blocked others, 0 to 1; parts without measurements are
     *     missing
     * @param handlersIdle share of the time in which the busiest broker's request handlers were idle; 1 if unknown
     * @param ofWorkers whether workers sent: {@link Part#MACHINE} and {@link Part#HOST} then refer to the worst of
     *     their machines
     * @param cores of this machine, or of all workers' machines together
     * @param ownCores cores used by client, service and brokers on this machine; 0 if workers sent
     * @param otherCores cores used by everything else; 0 if workers sent
     */
    record Shares(
            Map<Part, Double> busy,
            double handlersIdle,
            boolean ofWorkers,
            int cores,
            double ownCores,
            double otherCores) {
        double of(Part part) {
            return busy.getOrDefault(part, 0.0);
        }
    }

    /** @param words the reason, as a clause */
    record Finding(Part part, String words) {}

    /** The finding, if the rule holds. */
    abstract Optional<Finding> holds(Shares shares);

    /** The finding of the first rule that holds; {@link Part#UNKNOWN} if none does. */
    static Finding first(Shares shares) {
        return Arrays.stream(values())
                .map(rule -> rule.holds(shares))
                .flatMap(Optional::stream)
                .findFirst()
                .orElse(UNKNOWN);
    }

    private static Optional<Finding> when(boolean holds, Part part, String words, Object... values) {
        return holds ? Optional.of(new Finding(part, String.format(Locale.ROOT, words, values))) : Optional.empty();
    }
}
