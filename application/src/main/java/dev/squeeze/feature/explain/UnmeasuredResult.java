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
 * What {@code squeeze explain} leaves where the user ended it before batches were compressed: which fields there are, without what
 * they cost.
 *
 * @param schemaVersion version of the document's form
 * @param format of the values
 * @param recordsSeen that were looked at
 * @param unparsedRecords of them, those whose values are not of the format
 * @param rawBytesPerRecord uncompressed, framing included
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
     * @param path such as {@code items[].price}, or in words what it stands for
     * @param fields how many fields with a single value it stands for
     * @param recordShare of the records, those that have it
     * @param rawBytesPerRecord uncompressed, with its name and separator
     * @param rawShare of the records' uncompressed bytes, framing included
     * @param floorBytesPerRecord entropy of its values on their own; absent where the sample does not show it
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
