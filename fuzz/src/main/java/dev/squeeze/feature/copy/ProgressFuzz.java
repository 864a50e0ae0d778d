package dev.squeeze.feature.copy;

import static dev.squeeze.fuzz.Expectations.requireEqual;

import dev.squeeze.fuzz.FuzzTarget;
import dev.squeeze.fuzz.InputBytes;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** How far a copy came, from an offset's metadata that any client may have committed. */
public final class ProgressFuzz implements FuzzTarget {
    @Override
    public List<byte[]> seeds() {
        return List.of(
                InputBytes.utf8(CopyProgress.begin("cluster/topic", "id", 5).metadata()),
                InputBytes.utf8(CopyProgress.begin("a", "b", 0)
                        .plus(7, OptionalInt.of(3), 7, 1)
                        .metadata()));
    }

    @Override
    public void parse(byte[] input) {
        String metadata = new String(input, StandardCharsets.UTF_8);
        Optional<CopyProgress> parsed = CopyProgress.parse(9, metadata);
        // What is read is written and read again as the same.
        parsed.ifPresent(progress -> requireEqual(parsed, CopyProgress.parse(9, progress.metadata()), "progress"));
    }
}
