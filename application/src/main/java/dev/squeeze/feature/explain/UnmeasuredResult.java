package dev.squeeze.feature.explain;

import dev.squeeze.feature.explain.ExplainResult.ValueFormat;
import dev.squeeze.kit.document.Document;
import dev.squeeze.kit.document.ResultKind;
import dev.squeeze.kit.document.RunInfo;
import dev.squeeze.kit.document.SampledResult;
import dev.squeeze.kit.document.SourceInfo;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The result of {@code squeeze explain} if the user ended it before batches were compressed: the fields without their
 * costs.
 *
 * @param schemaVersion version of the document's form
 * @param format of the values
 * @param recordsSeen number of records examined
 * @param unparsedRecords number of these whose values do not match the format
 * @param rawBytesPerRecord uncompressed, including framing
 * @param fields those with the most uncompressed bytes first
 */
public record UnmeasuredResult(
        int schemaVersion,
        String kind,
        RunInfo run,
        SourceInfo source,
        ValueFormat format,
        long recordsSeen,
        long unparsedRecords,
        double rawBytesPerRecord,
        List<ReadField> fields)
        implements SampledResult {
    public static final ResultKind KIND = new ResultKind("explain-unmeasured", UnmeasuredResult.class, 2);

    /**
     * A field, the key, a header, or several together.
     *
     * @param path such as {@code items[].price}, or a description of what is included
     * @param fields number of fields with a single value
     * @param recordShare share of the records that have it
     * @param rawBytesPerRecord uncompressed, including its name and separator
     * @param rawShare share of the records' uncompressed bytes, framing included
     * @param floorBytesPerRecord entropy of its values by themselves; absent if the sample does not show it
     */
    public record ReadField(
            String path,
            ValueKind kind,
            int fields,
            double recordShare,
            double rawBytesPerRecord,
            double rawShare,
            OptionalDouble floorBytesPerRecord) {}

    public UnmeasuredResult {
        fields = List.copyOf(fields);
    }

    @Override
    public Document document() {
        return UnmeasuredDocument.of(this, Integer.MAX_VALUE);
    }

    @Override
    public Document firstScreen() {
        return UnmeasuredDocument.of(this, UnmeasuredDocument.FIRST_FIELDS);
    }

    @Override
    public String csv() {
        return UnmeasuredDocument.csv(this);
    }
}
