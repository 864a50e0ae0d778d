package dev.squeeze.feature.copy;

import dev.squeeze.kit.document.ClusterInfo;
import dev.squeeze.kit.document.Document;
import dev.squeeze.kit.document.Figure;
import dev.squeeze.kit.document.Result;
import dev.squeeze.kit.document.ResultKind;
import dev.squeeze.kit.document.RunInfo;
import java.util.List;
import java.util.Optional;

/**
 * The result of {@code squeeze copy}.
 *
 * @param schemaVersion version of the document's format
 * @param sourceBootstrap the cluster that the topic is on
 * @param destination the cluster that the copies went to
 * @param joinUpToBytes uncompressed bytes up to which adjacent batches were joined; 0 if batches were not joined
 * @param followed whether it also copied records that producers added in the meantime
 * @param rate maximum average rate, as specified by the user
 * @param report counts and costs
 * @param proofs one for each copy that was compared with the source, in the order of the copies
 * @param workers the workers that copied; absent if this process copied
 */
public record CopyResult(
        int schemaVersion,
        String kind,
        RunInfo run,
        String sourceBootstrap,
        ClusterInfo destination,
        long joinUpToBytes,
        boolean followed,
        Optional<String> rate,
        CopyReport report,
        List<CopyProof> proofs,
        Optional<CopyWorkers> workers)
        implements Result {
    public static final ResultKind KIND = new ResultKind("copy", CopyResult.class);

    public CopyResult {
        proofs = List.copyOf(proofs);
    }

    public CopyResult(
            RunInfo run,
            String sourceBootstrap,
            ClusterInfo destination,
            long joinUpToBytes,
            boolean followed,
            Optional<String> rate,
            CopyReport report,
            List<CopyProof> proofs) {
        this(
                SCHEMA_VERSION,
                "copy",
                run,
                sourceBootstrap,
                destination,
                joinUpToBytes,
                followed,
                rate,
                report,
                proofs,
                Optional.empty());
    }

    /** The same result, with the workers that copied. */
    CopyResult copiedBy(CopyWorkers others) {
        return new CopyResult(
                schemaVersion,
                kind,
                run,
                sourceBootstrap,
                destination,
                joinUpToBytes,
                followed,
                rate,
                report,
                proofs,
                Optional.of(others));
    }

    @Override
    public Document document() {
        return CopyDocument.of(this);
    }

    @Override
    public String csv() {
        return CopyCsv.write(this);
    }

    @Override
    public List<Figure> figures() {
        return CopyFigures.of(report);
    }
}
