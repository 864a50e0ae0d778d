package dev.squeeze.feature.recompress;

import dev.squeeze.kit.document.Document;
import dev.squeeze.kit.document.Result;
import dev.squeeze.kit.document.ResultKind;
import dev.squeeze.kit.document.RunInfo;
import dev.squeeze.kit.format.Codec;
import java.util.List;

/**
 * The result of {@code squeeze recompress}.
 *
 * @param schemaVersion version of the document's format
 * @param segments as specified by the user
 * @param codec the new codec
 * @param joinUpToBytes uncompressed bytes up to which adjacent batches were joined; 0 if batches were not joined
 * @param output folder with the result, or with the originals if {@code inPlace}
 * @param inPlace whether the result has replaced the originals
 * @param report counts
 */
public record RecompressResult(
        int schemaVersion,
        String kind,
        RunInfo run,
        List<String> segments,
        Codec codec,
        long joinUpToBytes,
        String output,
        boolean inPlace,
        RewriteReport report)
        implements Result {
    public static final ResultKind KIND = new ResultKind("recompress", RecompressResult.class);

    public RecompressResult {
        segments = List.copyOf(segments);
    }

    public RecompressResult(
            RunInfo run,
            List<String> segments,
            Codec codec,
            long joinUpToBytes,
            String output,
            boolean inPlace,
            RewriteReport report) {
        this(SCHEMA_VERSION, "recompress", run, segments, codec, joinUpToBytes, output, inPlace, report);
    }

    @Override
    public Document document() {
        return RecompressDocument.of(this);
    }

    @Override
    public String csv() {
        return RecompressDocument.csv(this);
    }
}
