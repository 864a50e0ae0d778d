package dev.squeeze.kit.source;

import java.io.ByteArrayOutputStream;
import java.io.IOException;

/**
 * Combines real JSON documents into JSON arrays, as services do that send many events in one request, so that the
 * contents of a large document are as similar to each other as in reality. Sizes are the same in each reading, and
 * evenly distributed on a logarithmic scale from the first document on: they follow a golden-ratio sequence, every part
 * of which is evenly distributed (Weyl 1916).
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
     * Adds the next event. An incomplete document at the end is dropped.
     *
     * @param event a JSON document, smaller than {@link #MAX_BYTES} minus two brackets
     * @return false if the sink wants no more
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
