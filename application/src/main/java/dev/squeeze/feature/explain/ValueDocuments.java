package dev.squeeze.feature.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.squeeze.engine.encoding.AvroDocuments;
import dev.squeeze.engine.encoding.JsonDocuments;
import dev.squeeze.engine.encoding.Loss;
import dev.squeeze.engine.encoding.TextCells;
import dev.squeeze.engine.encoding.ValueDocument;
import dev.squeeze.feature.explain.ExplainResult.ValueFormat;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Parses values into documents that can be written in other formats. */
final class ValueDocuments {
    private ValueDocuments() {}

    /** Empty for formats without names and types: lines of text and bytes. */
    static Optional<Function<byte[], Optional<ValueDocument>>> of(
            ValueFormatGuess format, Optional<ValueSchema> schema) {
        if (format.format() == ValueFormat.JSON) {
            return Optional.of(new JsonDocuments()::read);
        }
        if (format.format() == ValueFormat.CSV) {
            return Optional.of(rows(format));
        }
        return schema.filter(ValueSchema.Avro.class::isInstance)
                .map(ValueSchema.Avro.class::cast)
                .map(avro -> new AvroDocuments(
                        avro.schemas()::withId, () -> avro.schemas().ofBareValues())::read);
    }

    /** Empty cells are treated as absent, and cells that look like numbers as numbers. A header is not a row. */
    private static Function<byte[], Optional<ValueDocument>> rows(ValueFormatGuess format) {
        FieldNames names = new FieldNames();
        ValueParser parser = format.parser(names);
        return row -> parser.parse(row).flatMap(tree -> {
            ObjectNode object = JsonNodeFactory.instance.objectNode();
            Set<Loss> losses = EnumSet.noneOf(Loss.class);
            boolean header = true;
            for (ValueTree.Node cell : tree.root().children()) {
                String name = names.field(cell.field()).path();
                String text = new String(tree.bytes(), cell.start(), cell.end() - cell.start(), StandardCharsets.UTF_8);
                header &= TextCells.unquoted(text).equals(name);
                Optional<JsonNode> value = TextCells.value(text, losses);
                value.ifPresent(known -> object.set(name, known));
            }
            return header ? Optional.empty() : Optional.of(new ValueDocument(object, losses));
        });
    }
}
