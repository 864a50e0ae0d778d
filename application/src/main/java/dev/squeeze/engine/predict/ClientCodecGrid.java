package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecGrid;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.unit.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The settings of another client library that differ in what they store. */
public final class ClientCodecGrid {
    /**
     * Levels of zstd from which on klauspost/compress, which franz-go and sarama compress with, does something else
     * ({@code zstd.EncoderLevelFromZstd}). It has no others.
     */
    private static final List<Integer> GO_ZSTD_STEPS = List.of(1, 3, 6, 10);

    private static final List<Integer> GZIP_LEVELS = List.of(1, 6, 9);
    private static final List<Integer> C_ZSTD_LEVELS = List.of(1, 3, 6, 9, 12);

    /** Codecs at all levels are some sixty. */
    private static final int MAX_COMPARED = 12;

    private ClientCodecGrid() {}

    /**
     * What is measured of a client.
     *
     * @param chosen settings that the user named, of which those are taken that the client has, one of several that are the
     *     same to it; without, each codec from its fastest level to its slowest
     * @throws UsageException where the client has none of them
     */
    public static List<Codec> of(ClientProfile client, Optional<CodecGrid> chosen) {
        List<Codec> wanted = chosen.map(CodecGrid::codecs).orElseGet(() -> usual(client));
        List<Codec> codecs = wanted.stream()
                .filter(codec -> codec.type() != CodecType.NONE)
                .filter(codec -> ClientSupport.refusalOfNewest(client, codec).isEmpty())
                .map(codec -> step(client, codec))
                .distinct()
                .toList();
        if (codecs.isEmpty()) {
            throw new UsageException(client.label() + " has none of the settings in --codecs");
        }
        return codecs;
    }

    /**
     * What is compared with Java's codecs at the same levels. Of a grid with many levels some are left out: what a library makes of a
     * batch, over what Java's makes of it, differs little from level to level.
     *
     * @return empty where the client has none of the grid, and for Java itself
     */
    public static List<Codec> comparable(ClientProfile client, CodecGrid grid) {
        if (client == ClientProfile.JAVA) {
            return List.of();
        }
        boolean few = grid.codecs().size() <= MAX_COMPARED;
        return grid.codecs().stream()
                .filter(codec -> codec.type() != CodecType.NONE)
                .filter(codec -> ClientSupport.refusalOfNewest(client, codec).isEmpty())
                .filter(codec -> few || codec.isDefaultLevel() || C_ZSTD_LEVELS.contains(codec.level()))
                .toList();
    }

    private static List<Codec> usual(ClientProfile client) {
        List<Codec> codecs = new ArrayList<>();
        GZIP_LEVELS.forEach(level -> codecs.add(new Codec(CodecType.GZIP, level)));
        codecs.add(Codec.ofDefaultLevel(CodecType.SNAPPY));
        codecs.add(Codec.ofDefaultLevel(CodecType.LZ4));
        (hasSteps(client) ? GO_ZSTD_STEPS : C_ZSTD_LEVELS)
                .forEach(level -> codecs.add(new Codec(CodecType.ZSTD, level)));
        return codecs;
    }

    /** The lowest level that does the same. */
    private static Codec step(ClientProfile client, Codec codec) {
        if (codec.type() != CodecType.ZSTD || !hasSteps(client)) {
            return codec;
        }
        int step = GO_ZSTD_STEPS.stream()
                .filter(level -> level <= codec.level())
                .reduce((lower, higher) -> higher)
                .orElseThrow();
        return new Codec(CodecType.ZSTD, step);
    }

    private static boolean hasSteps(ClientProfile client) {
        return client == ClientProfile.FRANZ_GO || client == ClientProfile.SARAMA;
    }
}
