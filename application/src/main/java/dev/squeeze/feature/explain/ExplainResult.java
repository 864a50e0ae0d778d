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
 * @param unparsedRecords records whose values do not match the format; their cost is listed as one of the fields
 * @param recordsSeen records in the batches, including those
 * @param fields with their costs, the most expensive first
 * @param objects costs of whole objects and arrays, the most expensive first
 * @param types of records that share the topic, by their fields; absent if there is only one, and in documents of older
 *     versions
 * @param suggestions changes that save bytes, the largest saving first
 * @param withoutGain changes that were tried and save nothing, the largest saving first; absent in documents of older
 *     versions
 * @param tried number of changes that were tried, including those that save nothing
 * @param ladders settings without and with the changes; absent if not requested, or if no changes save anything
 *     together
 * @param formats the same records in other formats; absent if not requested, or if they could not be measured
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

    /** The format of the values. */
    public enum ValueFormat {
        JSON("JSON"),
        CSV("CSV"),
        AVRO("Avro of the schema"),
        PROTOBUF("Protobuf of the message"),
        /** Lines of text, such as logs; their tokens are the fields. */
        LINES("lines of text"),
        /** Anything else; positions are the fields. */
        BYTES("bytes");

        private final String label;

        ValueFormat(String label) {
            this.label = label;
        }

        String label() {
            return label;
        }

        /** Whether each record names its fields; otherwise fields are positions. */
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

    /** Total and costs of fields, for comparing results before and after a change. */
    @Override
    public List<Figure> figures() {
        List<Figure> figures = new ArrayList<>(figure("all fields", batches.storedBytesPerRecord()));
        // Templates of lines are numbered by frequency, so the same name may mean another template in another run.
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
