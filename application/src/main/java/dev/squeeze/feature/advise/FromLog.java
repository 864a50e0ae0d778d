package dev.squeeze.feature.advise;

/**
 * What was taken from the log that the records come from, where no flag gave it.
 *
 * @param batches true where today's figures are those of its batches, not of settings that were given or assumed
 * @param rate true where the rate is that of its timestamps
 * @param producers true where their number is the one that explains the size of its batches
 * @param partitions true where their number is that of the log
 */
public record FromLog(boolean batches, boolean rate, boolean producers, boolean partitions) {
    public static final FromLog NOTHING = new FromLog(false, false, false, false);
}
