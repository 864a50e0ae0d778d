package dev.squeeze.kit.document;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import java.io.IOException;
import java.util.List;

/**
 * The document that a command produces: everything that was measured and decided, with the environment. Text, tables and pages are
 * rendered only from it. Its schema is in {@code docs/result.schema.json}; {@link #SCHEMA_VERSION} is raised if a reader of the
 * previous schema would misread the new one.
 */
public interface Result {
    /** The schema version of documents written by this version of the tool. */
    int SCHEMA_VERSION = 3;

    /** The schema version that the document was read from; documents are always written with {@link #SCHEMA_VERSION}. */
    @JsonSerialize(using = CurrentVersion.class)
    int schemaVersion();

    RunInfo run();

    /**
     * The kind of document: {@code measure}, {@code advise}, {@code bench}, {@code inspect}, {@code survey}, {@code plan}, {@code
     * watch}, {@code doctor}, {@code copy}, {@code recompress}, {@code calibrate}, {@code explain}, {@code explain-unmeasured} if
     * that was interrupted early, {@code rollout} or {@code experiment}. {@code squeeze run} produces documents of {@code squeeze
     * bench}, whose plan tells a comparison from a search for the highest rate ({@link BenchPlanInfo#mode}), and {@code experiment}
     * for files with stages.
     */
    String kind();

    /** The result for human readers, from which text, Markdown and pages are rendered. */
    Document document();

    /** The part that a terminal shows unless all details are requested. */
    default Document firstScreen() {
        return document();
    }

    /** Only the figures, as rows for other programs. */
    String csv();

    /** Figures for comparison with other results; invalid ones are left out. */
    default List<Figure> figures() {
        return List.of();
    }

    /** The conclusions, first what to do, then cost and latency, for comparison with other results. */
    default List<Conclusion> conclusions() {
        return List.of();
    }

    /** A description of the load, so that results of different loads are not compared; empty without a load. */
    default String load() {
        return "";
    }

    /** Whether the document contains record contents, which it only does if the user requested it. */
    default boolean holdsContents() {
        return false;
    }

    /** How the figures were obtained, in sentences for the end of the page. */
    default List<String> method() {
        return List.of();
    }

    /** Writes {@link #SCHEMA_VERSION}, regardless of the version that the document was read from. */
    final class CurrentVersion extends JsonSerializer<Integer> {
        @Override
        public void serialize(Integer readFrom, JsonGenerator json, SerializerProvider serializers) throws IOException {
            json.writeNumber(SCHEMA_VERSION);
        }
    }
}
