package dev.squeeze.kit.source;

import java.io.ByteArrayOutputStream;
import java.io.IOException;

/**
 * Gathers real JSON documents into JSON arrays, as services do that hand over many events in one request: what is in a
 * large document is then as alike, and as different, as it really was. Sizes are the same on each reading and spread evenly
 * over their logarithms, from the first document on: their sequence is a golden-ratio one, of which every part is spread
 * (Weyl 1916).
 */
final class DocumentGatherer {
    /** Bytes of the smallest document. */
    static final int MIN_BYTES = 5_000;
    /** Bytes of the largest. */
    static final int MAX_BYTES = 400_000;

    private static final double GOLDEN = (StrictMath.sqrt(5) - 1) / 2;

    private final ValueSink sink;
    private final ByteArrayOutputStream document = new ByteArrayOutputStream();
    private long documents;
    private double wantedBytes;

    DocumentGatherer(ValueSink sink) {
        this.sink = sink;
        this.wantedBytes = wanted(0);
    }

    /**
     * Takes the next event. What is left at the end, and is no whole document, is dropped.
     *
     * @param event of less than {@link #MAX_BYTES}, minus two brackets
     * @return false where the sink wanted no more
     */
    boolean add(byte[] event) throws IOException {
        boolean more = true;
        if (document.size() > 0 && document.size() + event.length + 2 > MAX_BYTES) {
            more = close();
        }
        document.write(document.size() == 0 ? '[' : ',');
        document.writeBytes(event);
        return more && (document.size() + 1 < wantedBytes || close());
    }

    private boolean close() throws IOException {
        document.write(']');
        byte[] bytes = document.toByteArray();
        document.reset();
        documents++;
        wantedBytes = wanted(documents);
        return sink.accept(bytes);
    }

    private static double wanted(long number) {
        double part = (number + 1) * GOLDEN % 1;
        return MIN_BYTES * StrictMath.pow((double) MAX_BYTES / MIN_BYTES, part);
    }
}
