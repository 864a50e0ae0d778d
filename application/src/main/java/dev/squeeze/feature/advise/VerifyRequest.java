package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.MachineCosts;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.feature.calibrate.ReferenceLoads;
import dev.squeeze.kit.cli.LiveSession;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * How to verify a recommendation live.
 *
 * @param session connects to the cluster, or starts a broker
 * @param load makes the load to run from the workload that the recommendation is for
 * @param machine calibrated CPU costs for a load; empty without a calibration
 * @param references by number of cores, loads of this machine's own calibration to be run in between; empty if there
 *     are none
 * @param basis what the CPU prediction is based on, in a sentence
 * @param budget time for all rounds, including warm-up
 */
record VerifyRequest(
        Supplier<LiveSession> session,
        UnaryOperator<Workload> load,
        Function<Workload, Optional<MachineCosts>> machine,
        IntFunction<Optional<ReferenceLoads>> references,
        String basis,
        Duration budget) {}
