package dev.squeeze.feature.bench;

/** What is run. */
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

    /** As result documents have it. */
    String key() {
        return key;
    }
}
