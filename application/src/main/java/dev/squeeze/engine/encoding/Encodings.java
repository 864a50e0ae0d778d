package dev.squeeze.engine.encoding;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleConsumer;
import java.util.function.Function;

/**
 * All formats with a schema inferred from the given values. Values are parsed again for each use, so that no trees are
 * kept in memory. Not thread-safe.
 */
public final class Encodings {
    private final Function<byte[], Optional<ValueDocument>> reader;
    private final List<byte[]> values;
    private final List<Encoding> encodings;
    private final long documents;

    private Encodings(
            List<byte[]> values,
            Function<byte[], Optional<ValueDocument>> reader,
            List<Encoding> encodings,
            long documents) {
        this.values = values;
        this.reader = reader;
        this.encodings = encodings;
        this.documents = documents;
    }

    /**
     * Infers the schema.
     *
     * @param reader parses a value; empty if it is not a document
     * @return empty if no value is a document, or if stopped
     */
    public static Optional<Encodings> infer(
            List<byte[]> values, Function<byte[], Optional<ValueDocument>> reader, BooleanSupplier stop) {
        Shape shape = new Shape();
        long documents = 0;
        for (byte[] value : values) {
            if (stop.getAsBoolean()) {
                return Optional.empty();
            }
            Optional<ValueDocument> document = reader.apply(value);
            if (document.isPresent()) {
                shape.add(Bounded.of(document.get().tree(), EnumSet.noneOf(Loss.class)));
                documents++;
            }
        }
        if (documents == 0) {
            return Optional.empty();
        }
        shape.settle();
        return Optional.of(new Encodings(
                List.copyOf(values),
                reader,
                List.of(
                        TreeEncoding.json(),
                        new AvroEncoding(shape),
                        new ProtobufEncoding(shape),
                        TreeEncoding.cbor(),
                        TreeEncoding.messagePack()),
                documents));
    }

    /** Number of values that are documents. */
    public long documents() {
        return documents;
    }

    /**
     * Writes all values in all formats, reads each back and compares it.
     *
     * @return empty if stopped
     */
    public Optional<List<EncodedValues>> write(BooleanSupplier stop, DoubleConsumer progress) {
        List<Written> written = encodings.stream().map(Written::new).toList();
        for (int i = 0; i < values.size(); i++) {
            if (stop.getAsBoolean()) {
                return Optional.empty();
            }
            byte[] value = values.get(i);
            Optional<ValueDocument> document = reader.apply(value);
            written.forEach(each -> each.add(value, document));
            progress.accept((double) i / values.size());
        }
        return Optional.of(written.stream().map(Written::encoded).toList());
    }

    /** For at most about {@code maxDocuments} documents, evenly spaced over all values. */
    public EncodingSpeeds speeds(int maxDocuments, long seed) throws IOException {
        List<JsonNode> trees = new ArrayList<>();
        int step = Math.max(1, values.size() / maxDocuments);
        for (int i = 0; i < values.size(); i += step) {
            reader.apply(values.get(i)).map(ValueDocument::tree).ifPresent(trees::add);
        }
        return new EncodingSpeeds(encodings, trees, seed);
    }

    /** The values written so far in one format. */
    private static final class Written {
        private final Encoding encoding;
        private final List<byte[]> values = new ArrayList<>();
        private final Map<Loss, Long> losses = new EnumMap<>(Loss.class);
        private long roundTripFailures;

        Written(Encoding encoding) {
            this.encoding = encoding;
        }

        void add(byte[] value, Optional<ValueDocument> document) {
            if (document.isEmpty()) {
                values.add(value);
                return;
            }
            Set<Loss> lost = EnumSet.noneOf(Loss.class);
            lost.addAll(document.get().losses());
            Optional<byte[]> encoded = encoded(document.get().tree(), lost);
            values.add(encoded.orElse(value));
            if (encoded.isEmpty()) {
                roundTripFailures++;
            } else {
                lost.forEach(loss -> losses.merge(loss, 1L, Long::sum));
            }
        }

        /** Empty if the value read back differs from the original, apart from the listed losses. */
        private Optional<byte[]> encoded(JsonNode tree, Set<Loss> lost) {
            try {
                byte[] encoded = encoding.write(encoding.model(tree, lost));
                JsonNode wanted = lost.contains(Loss.NUMBERS_AS_TEXT) || lost.contains(Loss.DEEP_AS_TEXT)
                        ? Bounded.of(tree, EnumSet.noneOf(Loss.class))
                        : tree;
                return Trees.same(encoding.kept(wanted), encoding.kept(encoding.tree(encoded)))
                        ? Optional.of(encoded)
                        : Optional.empty();
            } catch (IOException | RuntimeException e) {
                // A value that a library rejects, such as half a surrogate pair, is left unchanged and counted.
                return Optional.empty();
            }
        }

        EncodedValues encoded() {
            return new EncodedValues(encoding.format(), values, losses, roundTripFailures);
        }
    }
}
