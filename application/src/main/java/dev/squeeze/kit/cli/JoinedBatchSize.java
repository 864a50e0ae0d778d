package dev.squeeze.kit.cli;

import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.Range;
import org.jspecify.annotations.Nullable;

/** {@code --batch-size} of commands that rewrite stored batches: neighbouring batches are joined up to this size. */
public final class JoinedBatchSize {
    /** Kafka's default of {@code max.message.bytes} is slightly larger. */
    private static final ByteCount MAX = new ByteCount(ByteCount.MIB);

    private JoinedBatchSize() {}

    /** In bytes; 0, which joins no batches, if the flag is absent. */
    public static int bytes(@Nullable ByteCount given) {
        if (given == null) {
            return 0;
        }
        Range.requireAtMost(
                "--batch-size", given, MAX, "brokers accept no larger batches by default (max.message.bytes)");
        return (int) given.bytes();
    }
}
