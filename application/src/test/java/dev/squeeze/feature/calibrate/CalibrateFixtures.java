package dev.squeeze.feature.calibrate;

import dev.squeeze.engine.drivers.DriverHello;
import dev.squeeze.engine.predict.CodecWork;
import dev.squeeze.engine.predict.CostRole;
import dev.squeeze.engine.predict.CostTerm;
import dev.squeeze.engine.predict.FitObservation;
import dev.squeeze.engine.predict.MachineCosts;
import dev.squeeze.engine.predict.MachineSpeed;
import dev.squeeze.engine.predict.RoleCost;
import dev.squeeze.engine.predict.TrafficCounts;
import dev.squeeze.feature.measure.MeasureFixtures;
import dev.squeeze.kit.document.BrokerUsage;
import dev.squeeze.kit.document.ClusterInfo;
import dev.squeeze.kit.format.CodecType;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Hand-made results of {@code squeeze calibrate}. */
public final class CalibrateFixtures {
    private CalibrateFixtures() {}

    /** A complete calibration. */
    public static CalibrateResult complete() {
        return complete(Optional.empty());
    }

    /** A calibration of another client, of which only the whole process is visible. */
    public static CalibrateResult ofAnotherClient() {
        return complete(Optional.of(new DriverHello("franz-go", "1.22.3", "", "go1.26.8")));
    }

    private static CalibrateResult complete(Optional<DriverHello> client) {
        Map<CostRole, RoleCost> roles = new EnumMap<>(CostRole.class);
        for (CostRole role : CostRole.values()) {
            double nanos = 100.0 * (1 + role.ordinal());
            roles.put(
                    role,
                    new RoleCost(
                            terms(role, nanos),
                            role == CostRole.BROKER_NETWORK
                                    ? Map.of()
                                    : Map.of(CodecType.LZ4, 0.75, CodecType.ZSTD, 1.125),
                            role == CostRole.BROKER_NETWORK
                                    ? Map.of()
                                    : Map.of(CodecType.LZ4, 25_000.0, CodecType.ZSTD, 150_000.0)));
        }
        return CalibrateResult.of(
                MeasureFixtures.run("calibrate"),
                cluster(),
                8,
                1,
                1.2,
                false,
                Optional.empty(),
                client,
                Optional.of(new MachineSpeed(152, 33_400, 29_800)),
                Optional.of(new Calibration.Outcome(
                        new MachineCosts(roles, 420_000, 812_500, 150_000, 312_500, 0.84, 0.88),
                        List.of(
                                load(LoadKind.LOW_RATE, CodecType.NONE, "300 B, low rate", 100, 1.05, 0.01),
                                load(LoadKind.LINGERING, CodecType.ZSTD, "zstd:3, moderate rate", 8_000, 85, 0.2),
                                load(
                                        LoadKind.UNTHROTTLED,
                                        CodecType.ZSTD,
                                        "zstd:3, unthrottled",
                                        600_000,
                                        4_000,
                                        0.1)))));
    }

    private static Map<CostTerm, Double> terms(CostRole role, double nanos) {
        Map<CostTerm, Double> terms = new EnumMap<>(Map.of(
                CostTerm.SECOND, 1e5 * nanos,
                CostTerm.COLD_WAKE_UP, 1e4 * nanos,
                CostTerm.REQUEST, 300 * nanos,
                CostTerm.FETCH, 200 * nanos,
                CostTerm.BATCH, 50 * nanos,
                CostTerm.RECORD, nanos,
                CostTerm.BYTE, 0.25,
                CostTerm.STORED_BYTE, 0.5,
                CostTerm.COLD_BATCH, 30_000.0));
        terms.put(CostTerm.WAKE_UP, role == CostRole.APPLICATION ? 17_000.0 : 0);
        terms.put(CostTerm.FETCHED_PARTITION, role == CostRole.REQUEST_HANDLER ? 4_000.0 : 0);
        terms.put(CostTerm.COLD_PARTITION, role == CostRole.REQUEST_HANDLER ? 20_000.0 : 0);
        terms.put(CostTerm.SCATTERED_RECORD, role == CostRole.SENDER ? 350.0 : 0);
        return terms;
    }

    /** A calibration whose broker ended. */
    public static CalibrateResult broken() {
        return CalibrateResult.of(
                MeasureFixtures.run("calibrate"),
                cluster(),
                0,
                0,
                1.2,
                true,
                Optional.of("the broker ended"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static ClusterInfo cluster() {
        return new ClusterInfo(
                true, OptionalInt.of(1), Optional.empty(), OptionalLong.of(512L << 20), BrokerUsage.PROCESS);
    }

    private static Calibration.FittedLoad load(
            LoadKind kind, CodecType codec, String label, double rate, double perBatch, double cores) {
        Map<CostRole, Double> measured = new EnumMap<>(CostRole.class);
        Map<CostRole, Double> fitted = new EnumMap<>(CostRole.class);
        Arrays.stream(CostRole.values()).forEach(role -> {
            measured.put(role, cores * 1e9 * (1 + role.ordinal()));
            fitted.put(role, cores * 1e9 * (1.1 + role.ordinal()));
        });
        double batches = rate / perBatch;
        double bytes = 300 * rate;
        boolean zstd = codec == CodecType.ZSTD;
        double wakeUps = kind == LoadKind.UNTHROTTLED ? 0 : rate;
        return new Calibration.FittedLoad(
                new LoadKey(kind, codec),
                label,
                7,
                new FitObservation(
                        new TrafficCounts(
                                1, 1, wakeUps, batches, batches, batches, rate, bytes, zstd ? bytes / 5 : bytes, 1, 0),
                        zstd
                                ? new CodecWork(CodecType.ZSTD, 8 * bytes, 2 * bytes, 1)
                                : new CodecWork(CodecType.NONE, 0, 0, 0),
                        measured),
                fitted,
                0.96);
    }
}
