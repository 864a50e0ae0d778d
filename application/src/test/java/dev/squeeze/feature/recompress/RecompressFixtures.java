package dev.squeeze.feature.recompress;

import dev.squeeze.feature.measure.MeasureFixtures;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.source.ReadNotice;
import java.util.List;

/** Hand-made results of {@code squeeze recompress}. */
public final class RecompressFixtures {
    private RecompressFixtures() {}

    /** Joined batches, and a damaged tail. */
    public static RecompressResult joined() {
        return new RecompressResult(
                MeasureFixtures.run("recompress", "/data/orders-0", "--codec", "zstd:6", "--output", "/new"),
                List.of("/data/orders-0"),
                Codec.parse("zstd:6"),
                131_072,
                "/new",
                false,
                new RewriteReport(
                        3,
                        3,
                        805_306_368,
                        161_061_273,
                        50_000,
                        7_000,
                        12,
                        1,
                        17,
                        1_000_000,
                        9,
                        false,
                        List.of(new ReadNotice(
                                ReadNotice.Kind.BATCHES_LEFT_OUT,
                                "/data/orders-0/00000000000000000000.log at byte 100653184: the file ends within the header"
                                        + " of a batch; the last 17 bytes of the file are not read"))));
    }

    /** In place, ended early, and larger than before. */
    public static RecompressResult interrupted() {
        return new RecompressResult(
                MeasureFixtures.run("recompress", "/data", "--codec", "none", "--in-place", "--output", "/originals"),
                List.of("/data"),
                Codec.parse("none"),
                0,
                "/originals",
                true,
                new RewriteReport(3, 1, 1_000_000, 4_000_000, 100, 100, 0, 0, 0, 5_000, 0, true, List.of()));
    }
}
