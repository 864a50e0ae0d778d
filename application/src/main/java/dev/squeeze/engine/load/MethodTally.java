package dev.squeeze.engine.load;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Adds up samples of one role. */
final class MethodTally {
    /** Far more than are ever sampled in a JVM; any beyond these are counted as one. */
    private static final int MAX_METHODS = 10_000;

    private static final String OTHERS = "(others)";

    private static final class Sum {
        private long samples;
        private double nanos;

        private void add(double sampleNanos) {
            samples++;
            nanos += sampleNanos;
        }
    }

    private final Sum all = new Sum();
    private final Map<String, Sum> innermost = new HashMap<>();
    private final Map<String, Sum> ofInterest = new HashMap<>();

    private final StackTree stacks = new StackTree();

    /**
     * @param methods of the stack, the innermost first
     * @param sampleNanos the time that this sample stands for
     */
    void add(SampledStack stack, List<String> methods, double sampleNanos) {
        all.add(sampleNanos);
        stacks.add(methods, sampleNanos);
        add(innermost, stack.innermost(), sampleNanos);
        stack.ofInterest().ifPresent(method -> add(ofInterest, method, sampleNanos));
    }

    private static void add(Map<String, Sum> sums, String method, double sampleNanos) {
        String key = sums.size() < MAX_METHODS || sums.containsKey(method) ? method : OTHERS;
        sums.computeIfAbsent(key, same -> new Sum()).add(sampleNanos);
    }

    RoleProfile profile(int max) {
        return new RoleProfile(all.samples, all.nanos / 1e6, top(innermost, max), top(ofInterest, max), stacks.root());
    }

    private List<MethodShare> top(Map<String, Sum> sums, int max) {
        return sums.entrySet().stream()
                .map(entry ->
                        new MethodShare(entry.getKey(), entry.getValue().samples, entry.getValue().nanos / all.nanos))
                .sorted(Comparator.comparingDouble(MethodShare::share)
                        .reversed()
                        .thenComparing(MethodShare::method))
                .limit(max)
                .toList();
    }
}
