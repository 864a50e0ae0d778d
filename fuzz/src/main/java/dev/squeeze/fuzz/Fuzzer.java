package dev.squeeze.fuzz;

/** Where Jazzer enters: it calls static methods by these names, so that the target has to be kept in a static field. */
public final class Fuzzer {
    @SuppressWarnings("NullAway.Init")
    private static TargetRun run;

    private Fuzzer() {}

    /** @param arguments the target's name */
    public static void fuzzerInitialize(String[] arguments) throws Exception {
        FuzzTarget target = FuzzTargets.open(arguments[0]);
        run = new TargetRun(target);
        // Loading classes and instrumenting them takes seconds, which are not the first input's.
        for (byte[] seed : target.seeds()) {
            run.run(seed);
        }
        run.run(new byte[0]);
    }

    public static void fuzzerTestOneInput(byte[] input) throws Exception {
        run.run(input);
    }
}
