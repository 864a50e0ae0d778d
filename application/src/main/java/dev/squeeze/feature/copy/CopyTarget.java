package dev.squeeze.feature.copy;

import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.unit.UsageException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One copy.
 *
 * @param codec empty if batches keep their own
 * @param topic the destination topic
 */
public record CopyTarget(Optional<Codec> codec, String topic) {
    public CopyTarget {
        if (topic.isEmpty()) {
            throw new UsageException("a copy needs the name of a topic");
        }
    }

    static final String KEEP = "keep";
    private static final String CODEC = "{codec}";

    /**
     * The copies of a topic that the user requested.
     *
     * @param codecs as specified by the user: codecs, or keep
     * @param source the topic that is copied
     * @param pattern for the copies' names, in which {@code {codec}} is replaced by the codec; absent for the default
     * @param elsewhere whether they go to another cluster than the source's
     */
    static List<CopyTarget> all(List<String> codecs, String source, Optional<String> pattern, boolean elsewhere) {
        String names = pattern.orElse(elsewhere && codecs.size() == 1 ? source : source + "-" + CODEC);
        return codecs.stream()
                .map(codec -> target(codec.strip(), source, names, elsewhere))
                .toList();
    }

    private static CopyTarget target(String codec, String source, String names, boolean elsewhere) {
        Optional<Codec> into = codec.equalsIgnoreCase(KEEP)
                ? Optional.empty()
                : Optional.of(UsageException.parse(codec, Codec::parse));
        String name = names.replace(CODEC, codec.toLowerCase(Locale.ROOT).replace(':', '-'));
        if (name.equals(source) && !elsewhere) {
            throw new UsageException("a topic cannot be copied into itself: give another --to-topic");
        }
        return new CopyTarget(into, name);
    }

    /** As specified by the user: a codec, or keep. */
    public String label() {
        return codec.map(Codec::toString).orElse(KEEP);
    }

    /**
     * The transactional id of the copy, which is also the id of the group that its progress is committed to; both are
     * in the destination cluster.
     */
    String id() {
        return "squeeze-copy-" + topic;
    }
}
