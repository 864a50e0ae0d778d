package dev.squeeze.fuzz;

/** Where Jazzer enters: it calls static methods by these names, so that the target has to be kept in a static field. */
public final class Fuzzer {
    @SuppressWarnings("NullAway.Init")
    private static Trial trial;

    private Fuzzer() {}

    /** @param arguments the target's name */
    public static void fuzzerInitialize(String[] arguments) throws Exception {
        FuzzTarget target = FuzzTargets.open(arguments[0]);
        trial = new Trial(target);
        // Loading classes and instrumenting them takes seconds, which are not the first input's.
        for (byte[] seed : target.seeds()) {
            trial.run(seed);
        }
        trial.run(new byte[0]);
    }

    public static void fuzzerTestOneInput(byte[] input) throws Exception {
        trial.run(input);
    }
}
