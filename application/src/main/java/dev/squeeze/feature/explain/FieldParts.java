package dev.squeeze.feature.explain;

import dev.squeeze.feature.explain.ExplainResult.ValueFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What is removed from records in turn: fields, keys, headers, and whole objects. */
final class FieldParts {
    private static final int MAX_OBJECTS = 30;
    private static final int MAX_HEADERS = 20;

    private final FieldNames names;
    private final ValueFormat format;
    private final FieldSurvey survey;
    private final FieldProfiles profiles;

    /**
     * A part with what is known about it before it is removed.
     *
     * @param fields number of fields with a single value
     * @param place of the field among those that are measured individually; absent if it is not a single field
     */
    record Part(
            String path,
            ValueKind kind,
            int fields,
            double recordShare,
            double rawBytesPerRecord,
            Optional<Integer> place,
            RecordEdit.OfEach edit) {}

    FieldParts(FieldNames names, ValueFormat format, FieldSurvey survey, FieldProfiles profiles) {
        this.names = names;
        this.format = format;
        this.survey = survey;
        this.profiles = profiles;
    }

    /**
     * Fields, values that do not match the format, key and headers.
     *
     * @param leaves fields to measure individually
     * @param others fields to measure together
     */
    List<Part> fields(List<Integer> leaves, List<Integer> others) {
        List<Part> parts = new ArrayList<>();
        for (int place = 0; place < leaves.size(); place++) {
            int field = leaves.get(place);
            parts.add(new Part(
                    names.field(field).path(),
                    profiles.kind(place).kind(),
                    1,
                    survey.recordShare(field),
                    survey.rawBytesPerRecord(field),
                    Optional.of(place),
                    without(List.of(field))));
        }
        if (!others.isEmpty()) {
            parts.add(new Part(
                    "(" + others.size() + " further fields)",
                    ValueKind.OTHERS,
                    others.size(),
                    others.stream().mapToDouble(survey::recordShare).max().orElse(0),
                    others.stream().mapToDouble(survey::rawBytesPerRecord).sum(),
                    Optional.empty(),
                    without(others)));
        }
        if (survey.unparsedBytesPerRecord() > 0) {
            parts.add(new Part(
                    pathOfUnparsed(format),
                    ValueKind.OTHERS,
                    1,
                    (double) survey.unparsed() / survey.records(),
                    survey.unparsedBytesPerRecord(),
                    Optional.empty(),
                    new RecordEdit.OfValue(ValueRewrite.without(names, List.of()), true)));
        }
        if (survey.keyShare() > 0) {
            parts.add(new Part(
                    "(record key)",
                    ValueKind.KEY,
                    1,
                    survey.keyShare(),
                    survey.keyBytesPerRecord(),
                    Optional.empty(),
                    new RecordEdit.WithoutKey()));
        }
        parts.addAll(headers());
        return parts;
    }

    /** Those with the most bytes individually, further ones together. */
    private List<Part> headers() {
        List<String> all = survey.headers();
        // A single remaining header is measured like the others.
        int single = all.size() <= MAX_HEADERS + 1 ? all.size() : MAX_HEADERS;
        List<Part> parts = new ArrayList<>();
        for (String header : all.subList(0, single)) {
            parts.add(header("(header) " + header, List.of(header)));
        }
        List<String> others = all.subList(single, all.size());
        if (!others.isEmpty()) {
            parts.add(header("(" + others.size() + " further headers)", others));
        }
        return parts;
    }

    private Part header(String path, List<String> headers) {
        return new Part(
                path,
                ValueKind.HEADER,
                headers.size(),
                headers.stream().mapToDouble(survey::headerShare).max().orElse(0),
                headers.stream().mapToDouble(survey::headerBytesPerRecord).sum(),
                Optional.empty(),
                new RecordEdit.WithoutHeaders(Set.copyOf(headers)));
    }

    /** Objects and arrays with everything in them. */
    List<Part> objects() {
        return survey.containers().stream()
                .limit(MAX_OBJECTS)
                .map(field -> new Part(
                        names.field(field).path(),
                        ValueKind.CONTAINER,
                        survey.leavesOf(field),
                        survey.recordShare(field),
                        survey.rawBytesPerRecord(field),
                        Optional.empty(),
                        without(List.of(field))))
                .toList();
    }

    /** The name under which values that do not match the format are listed. */
    static String pathOfUnparsed(ValueFormat format) {
        return "(not " + format.label() + ")";
    }

    private RecordEdit.OfEach without(List<Integer> fields) {
        return new RecordEdit.OfValue(ValueRewrite.without(names, fields));
    }

    /** Removes these fields from values, and empties values that do not match the format. */
    RecordEdit.OfEach withoutAll(List<Integer> fields) {
        return new RecordEdit.OfValue(ValueRewrite.without(names, fields), true);
    }
}
