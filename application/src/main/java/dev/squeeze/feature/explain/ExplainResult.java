package dev.squeeze.feature.explain;

import dev.squeeze.engine.predict.Prices;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.engine.workload.WorkloadOrigins;
import dev.squeeze.kit.document.Document;
import dev.squeeze.kit.document.Figure;
import dev.squeeze.kit.document.Observed;
import dev.squeeze.kit.document.ResultKind;
import dev.squeeze.kit.document.RunInfo;
import dev.squeeze.kit.document.SampledResult;
import dev.squeeze.kit.document.SourceInfo;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The result of {@code squeeze explain}.
 *
 * @param schemaVersion version of the document's form
 * @param format of the values
 * @param unparsedRecords records whose values are not of the format; what they cost is one of the fields
 * @param recordsSeen of the batches, those among them
 * @param fields what each field costs, the most expensive first
 * @param objects what objects and arrays cost as a whole, the most expensive first
 * @param types of records that share the topic, by their fields; absent where there is one, and in documents of older versions
 * @param suggestions what saves bytes, the most first
 * @param withoutGain changes that were tried and save nothing, the most first; absent in documents of older versions
 * @param tried changes that were tried, with those that save nothing
 * @param ladders settings without and with the changes; absent where that was not asked for, or no changes save anything together
 * @param formats the same records in other formats; absent where that was not asked for, or could not be measured
 * @param interrupted whether the user ended the run early
 */
public record ExplainResult(
        int schemaVersion,
        String kind,
        RunInfo run,
        SourceInfo source,
        ValueFormat format,
        long recordsSeen,
        long unparsedRecords,
        Workload workload,
        WorkloadOrigins workloadOrigins,
        Prices prices,
        ExplainedBatches batches,
        List<FieldCost> fields,
        List<FieldCost> objects,
        SharedCost shared,
        Optional<TypesOfRecords> types,
        List<Suggestion> suggestions,
        Optional<List<TriedChange>> withoutGain,
        int tried,
        Optional<LadderComparison> ladders,
        Optional<FormatComparison> formats,
        boolean interrupted)
        implements SampledResult {
    public static final ResultKind KIND = new ResultKind("explain", ExplainResult.class, 2);

    /** How values are written. */
    public enum ValueFormat {
        JSON("JSON"),
        CSV("CSV"),
        AVRO("Avro of the schema"),
        PROTOBUF("Protobuf of the message"),
        /** Lines of text, such as logs: their tokens are the fields. */
        LINES("lines of text"),
        /** Whatever else: positions are the fields. */
        BYTES("bytes");

        private final String label;

        ValueFormat(String label) {
            this.label = label;
        }

        String label() {
            return label;
        }

        /** Whether each record says which fields it has: elsewhere they are places. */
        boolean hasNames() {
            return this == JSON || this == AVRO || this == PROTOBUF;
        }
    }

    public ExplainResult {
        fields = List.copyOf(fields);
        objects = List.copyOf(objects);
        suggestions = List.copyOf(suggestions);
        withoutGain = withoutGain.map(List::copyOf);
    }

    @Override
    public Document document() {
        return ExplainDocument.of(this);
    }

    @Override
    public Document firstScreen() {
        return ExplainFirstScreen.of(this);
    }

    /** Of all records, and what each field costs: before and after a change they are what is compared. */
    @Override
    public List<Figure> figures() {
        List<Figure> figures = new ArrayList<>(figure("all fields", batches.storedBytesPerRecord()));
        // Templates of lines are numbered by how often they occur, so another run has other ones under these names.
        fields.stream()
                .filter(field -> format != ValueFormat.LINES || !field.path().startsWith(LineValues.TEMPLATE))
                .forEach(field -> figures.addAll(figure(field.path(), field.storedBytesPerRecord())));
        return figures;
    }

    private static List<Figure> figure(String subject, ConfidenceInterval stored) {
        return new Figure.Collector(subject, subject)
                .add("stored-bytes-per-record", "stored bytes per record", Optional.of(Observed.of(stored)))
                .figures();
    }

    @Override
    public boolean holdsContents() {
        return fields.stream().anyMatch(field -> !field.examples().isEmpty());
    }

    @Override
    public String csv() {
        return ExplainCsv.write(this);
    }
}
