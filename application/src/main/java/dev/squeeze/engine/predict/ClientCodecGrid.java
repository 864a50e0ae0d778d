package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecGrid;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.unit.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The settings of another client library that produce different output. */
public final class ClientCodecGrid {
    /**
     * The zstd levels at which the behaviour of klauspost/compress, which franz-go and sarama use, changes
     * ({@code zstd.EncoderLevelFromZstd}). Levels in between behave like the next lower one here.
     */
    private static final List<Integer> GO_ZSTD_STEPS = List.of(1, 3, 6, 10);

    private static final List<Integer> GZIP_LEVELS = List.of(1, 6, 9);
    private static final List<Integer> C_ZSTD_LEVELS = List.of(1, 3, 6, 9, 12);

    /** All codecs at all levels would be about sixty. */
    private static final int MAX_COMPARED = 12;

    private ClientCodecGrid() {}

    /**
     * The codecs and levels to measure for a client.
     *
     * @param chosen settings that the user named: those the client does not have are dropped, and equivalent ones are
     *     merged. If absent, each codec is measured from its fastest level to its slowest
     * @throws UsageException if the client has none of them
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
            throw new UsageException(client.label() + " supports none of the settings in --codecs");
        }
        return codecs;
    }

    /**
     * The codecs and levels to compare with Java's at the same level. Some levels of a large grid are left out: the
     * size of a library's output relative to Java's differs little from level to level.
     *
     * @return empty if the client has none of the grid, and for Java itself
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

    /** The lowest level that behaves the same. */
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
