package dev.squeeze.feature.measure;

import dev.squeeze.engine.measure.SkippedSetting;
import dev.squeeze.kit.format.Codec;
import java.util.ArrayList;
import java.util.List;

/** Settings as ranges: {@code gzip:1 to 5, lz4:4 to 8, zstd:10 to 22}. */
final class CodecNames {
    private CodecNames() {}

    static String ranges(List<SkippedSetting> settings) {
        List<Codec> codecs =
                settings.stream().map(SkippedSetting::codec).sorted().toList();
        List<String> names = new ArrayList<>();
        int first = 0;
        for (int i = 0; i < codecs.size(); i++) {
            boolean last = i == codecs.size() - 1 || !follows(codecs.get(i), codecs.get(i + 1));
            if (last) {
                Codec from = codecs.get(first);
                names.add(
                        i == first
                                ? from.toString()
                                : from.type().label() + ":" + from.level() + " to "
                                        + codecs.get(i).level());
                first = i + 1;
            }
        }
        return String.join(", ", names);
    }

    /** zstd has no level 0: 1 follows -1. */
    private static boolean follows(Codec codec, Codec next) {
        int step = codec.level() == -1 ? 2 : 1;
        return codec.type() == next.type() && next.level() == codec.level() + step;
    }
}
