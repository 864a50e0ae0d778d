package dev.squeeze.kit.document;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import java.io.IOException;
import java.util.List;

/**
 * The document that a command leaves: everything that was measured and decided, with the environment. Text, tables and
 * pages are rendered from it alone. Its form is in {@code docs/result.schema.json}; {@link #SCHEMA_VERSION} changes when a
 * reader of the old form would misread the new one.
 */
public interface Result {
    /** Of the documents that are written now. */
    int SCHEMA_VERSION = 3;

    /** Version of the form that the document was read from; all documents are written in the form of {@link #SCHEMA_VERSION}. */
    @JsonSerialize(using = CurrentVersion.class)
    int schemaVersion();

    RunInfo run();

    /**
     * What sort of document it is: {@code measure}, {@code advise}, {@code bench}, {@code inspect}, {@code survey}, {@code plan},
     * {@code watch}, {@code doctor}, {@code copy}, {@code recompress}, {@code calibrate}, {@code explain}, {@code explain-unmeasured}
     * where that was interrupted early, {@code rollout} or {@code experiment}. {@code squeeze run} makes those of {@code
     * squeeze bench}, whose plan distinguishes comparing from searching the highest rate ({@link BenchPlanInfo#mode}), and of files
     * with stages {@code experiment}.
     */
    String kind();

    /** The result as people read it, from which the terminal's text, Markdown and pages are rendered. */
    Document document();

    /** The part of it that a terminal shows unless everything is asked for. */
    default Document firstScreen() {
        return document();
    }

    /** The figures alone, as rows for other programs. */
    String csv();

    /** Figures that other results may have too; those that may not be used are left out. */
    default List<Figure> figures() {
        return List.of();
    }

    /** What was concluded, first what to do, then money and latency: what somebody who compares results looks for. */
    default List<Conclusion> conclusions() {
        return List.of();
    }

    /** What was sent, in words, so that results of different loads are not taken for comparable; empty without a load. */
    default String load() {
        return "";
    }

    /** Whether the document holds some of the records' contents, which it does only where somebody asked for them. */
    default boolean holdsContents() {
        return false;
    }

    /** How the figures came about, in sentences for the end of the page. */
    default List<String> method() {
        return List.of();
    }

    /** Writes {@link #SCHEMA_VERSION}, whatever version the document was read from. */
    final class CurrentVersion extends JsonSerializer<Integer> {
        @Override
        public void serialize(Integer readFrom, JsonGenerator json, SerializerProvider serializers) throws IOException {
            json.writeNumber(SCHEMA_VERSION);
        }
    }
}
