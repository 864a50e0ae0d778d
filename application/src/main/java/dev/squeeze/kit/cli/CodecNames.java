package dev.squeeze.kit.cli;

import dev.squeeze.kit.format.CodecType;
import java.util.Arrays;
import java.util.Iterator;

/** Codec names for shell completion of {@code --codecs} and {@code --codec}, without levels. */
public final class CodecNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
        return Arrays.stream(CodecType.values()).map(CodecType::label).iterator();
    }
}
