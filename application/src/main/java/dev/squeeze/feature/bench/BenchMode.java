package dev.squeeze.feature.bench;

/** Kind of benchmark. */
enum BenchMode {
    /** Arms in interleaved rounds. */
    BENCH("bench"),
    /** The highest sustained rate of each arm. */
    FIND_MAX("find-max"),
    /** Arms that send prepared batches. */
    RAW("raw");

    private final String key;

    BenchMode(String key) {
        this.key = key;
    }

    /** The name in result documents. */
    String key() {
        return key;
    }
}
