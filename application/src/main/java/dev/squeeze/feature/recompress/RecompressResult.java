package dev.squeeze.feature.recompress;

import dev.squeeze.kit.document.Document;
import dev.squeeze.kit.document.Result;
import dev.squeeze.kit.document.ResultKind;
import dev.squeeze.kit.document.RunInfo;
import dev.squeeze.kit.format.Codec;
import java.util.List;

/**
 * What {@code squeeze recompress} did.
 *
 * @param schemaVersion version of the document's form
 * @param segments as the user wrote them
 * @param codec of the result
 * @param joinUpToBytes uncompressed bytes up to which neighbouring batches were joined; 0 where none were
 * @param output folder of the result, or of the originals
 * @param inPlace whether the result is in the originals' place
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
