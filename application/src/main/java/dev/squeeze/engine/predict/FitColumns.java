package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.CodecType;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** A role's unknown costs as columns of a linear fit. Only this class knows which column is which. */
final class FitColumns {
    private final List<Column> columns;

    FitColumns(CostRole role) {
        Stream<Column> terms = CostTerm.of(role).stream()
                .map(term -> new Column(new Term(term), load -> term.countIn(load.counts(), role)));
        this.columns = Stream.of(terms, codecColumns(role, true), codecColumns(role, false))
                .flatMap(each -> each)
                .toList();
    }

    /** @param count how often the unknown occurs in a load */
    private record Column(Unknown unknown, ToDoubleFunction<FitObservation> count) {}

    private sealed interface Unknown {}

    private record Term(CostTerm term) implements Unknown {}

    private record CodecFactor(CodecType codec) implements Unknown {}

    private record ColdCodec(CodecType codec) implements Unknown {}

    private static Stream<Column> codecColumns(CostRole role, boolean factors) {
        return Arrays.stream(CodecType.values())
                .filter(codec -> codec != CodecType.NONE)
                .map(codec -> new Column(factors ? new CodecFactor(codec) : new ColdCodec(codec), load -> {
                    // Network threads of brokers pass batches on unchanged.
                    boolean has = role != CostRole.BROKER_NETWORK && load.work().codec() == codec;
                    return !has
                            ? 0
                            : factors ? load.work().nanos(role) : load.counts().coldWakeUps(role);
                }));
    }

    double[] row(FitObservation load) {
        return columns.stream()
                .mapToDouble(column -> column.count().applyAsDouble(load))
                .toArray();
    }

    /** The same with some terms set to zero, so that they cost nothing. */
    double[] rowWithout(Set<CostTerm> terms, FitObservation load) {
        return columns.stream()
                .mapToDouble(column -> column.unknown() instanceof Term found && terms.contains(found.term())
                        ? 0
                        : column.count().applyAsDouble(load))
                .toArray();
    }

    /** The row of a load that consists only of a codec's own work. */
    double[] codecFactorOnly(CodecType codec) {
        return columns.stream()
                .mapToDouble(column -> column.unknown().equals(new CodecFactor(codec)) ? 1 : 0)
                .toArray();
    }

    /** @param nanos fitted values, one per column */
    RoleCost cost(double[] nanos) {
        Map<CostTerm, Double> terms = new EnumMap<>(CostTerm.class);
        Map<CodecType, Double> factors = new EnumMap<>(CodecType.class);
        Map<CodecType, Double> cold = new EnumMap<>(CodecType.class);
        for (int i = 0; i < nanos.length; i++) {
            Unknown unknown = columns.get(i).unknown();
            if (unknown instanceof Term found) {
                terms.put(found.term(), nanos[i]);
            } else if (unknown instanceof CodecFactor found) {
                factors.put(found.codec(), nanos[i]);
            } else if (unknown instanceof ColdCodec found) {
                cold.put(found.codec(), nanos[i]);
            }
        }
        return new RoleCost(terms, factors, cold);
    }
}
