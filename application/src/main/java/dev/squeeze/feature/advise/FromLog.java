package dev.squeeze.feature.advise;

/**
 * What the log that the records come from told, where no flag said otherwise.
 *
 * @param batches true where today is the batches that lie in it, and not settings that were given or assumed
 * @param rate true where the rate is by its timestamps
 * @param producers true where their number is the one that explains the depth of its batches
 * @param partitions true where their number is that of the log
 */
public record FromLog(boolean batches, boolean rate, boolean producers, boolean partitions) {
    public static final FromLog NOTHING = new FromLog(false, false, false, false);
}
