package dev.squeeze.kit.cli;

import dev.squeeze.kit.format.CodecType;
import java.util.Arrays;
import java.util.Iterator;

/** The codecs, as shells offer them for {@code --codecs} and {@code --codec}; levels are left to the user. */
public final class CodecNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
        return Arrays.stream(CodecType.values()).map(CodecType::label).iterator();
    }
}
