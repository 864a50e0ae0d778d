package dev.squeeze.feature.inspect;

import dev.squeeze.engine.inspection.Inspected;
import dev.squeeze.engine.inspection.SegmentInspection;
import dev.squeeze.engine.inspection.TopicInspection;
import dev.squeeze.kit.cli.ConnectionArguments;
import dev.squeeze.kit.cli.ProgressLine;
import dev.squeeze.kit.source.Segments;
import dev.squeeze.kit.source.TopicAccess;
import dev.squeeze.kit.source.TopicReader;
import dev.squeeze.kit.unit.UsageException;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * Where the inspected batches are: one topic, or segments.
 *
 * @param sources as the user wrote them
 */
record InspectSource(List<String> sources) {
    private static final String SEGMENT = "segment:";

    InspectSource {
        sources = List.copyOf(sources);
    }

    /** @throws UsageException unless {@code sources} are only segments, or a single topic */
    static InspectSource parse(List<String> sources) {
        if (sources.isEmpty()) {
            throw new UsageException("give a SOURCE: segment:PATH or topic:NAME");
        }
        for (String source : sources) {
            boolean topic = ConnectionArguments.isTopic(source);
            if (!topic && !source.toLowerCase(Locale.ROOT).startsWith(SEGMENT)) {
                throw new UsageException("inspect takes segment:PATH or topic:NAME, got '" + source
                        + "': only Kafka's own logs have batches, codecs and producers");
            }
            if (topic && sources.size() > 1) {
                throw new UsageException(
                        "inspect takes one topic at a time, without other sources: inspect " + source + " alone");
            }
        }
        return new InspectSource(sources);
    }

    /** The first source, and how many more there are. */
    String notation() {
        return sources.size() == 1 ? sources.get(0) : "%s (+%d more)".formatted(sources.get(0), sources.size() - 1);
    }

    /**
     * Reads headers, and a sample of the records.
     *
     * @param access called only if the source is a topic
     */
    Inspected read(Supplier<TopicAccess> access, long seed, ProgressLine progress) {
        String first = sources.get(0);
        if (ConnectionArguments.isTopic(first)) {
            String topic = first.substring(first.indexOf(':') + 1);
            return TopicInspection.run(TopicReader.fetch(topic, access.get(), progress), seed);
        }
        List<String> paths = sources.stream()
                .map(source -> source.substring(SEGMENT.length()))
                .toList();
        return SegmentInspection.run(Segments.find(paths), seed, progress);
    }
}
