package dev.squeeze.feature.advise;

import dev.squeeze.kit.cli.ConnectionArguments;
import dev.squeeze.kit.cli.FollowUpCommand;
import dev.squeeze.kit.cli.SourceArguments;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.unit.ShellWord;
import java.util.ArrayList;
import java.util.List;

/**
 * Commands to run after a recommendation, with the flags that were given.
 *
 * @param given the command line
 * @param measure the command line, with only the flags that {@code squeeze measure} supports
 * @param canVerify whether {@code --verify} is possible and was not given
 */
record NextCommands(
        FollowUpCommand given,
        FollowUpCommand measure,
        SourceArguments source,
        ConnectionArguments connection,
        boolean canVerify) {
    /** Flags that {@code measure} accepts only to read a topic. */
    private static final String[] CONNECTION = {
        "--bootstrap-server", "--command-config", "--command-property", "--max-rate"
    };

    List<String> after(Recommendation recommendation) {
        List<String> next = new ArrayList<>();
        if (recommendation.leaveIt().isEmpty()) {
            next.add("kafka-configs.sh " + connection.forKafkaTools()
                    + " --alter --entity-type topics --entity-name "
                    + source.topic().map(ShellWord::quoted).orElse("TOPIC")
                    + " --add-config " + String.join(",", recommendation.topicConfig()));
        }
        next.add(measuring(recommendation.best().settings().storedCodec()));
        if (canVerify) {
            next.add(verifying());
        }
        return next;
    }

    /** A command that may be copied without reading it must not put load on a cluster. */
    private String verifying() {
        return source.topic().isPresent()
                ? given.without("--keep-topics")
                                .with("--verify")
                                .with("--embedded")
                                .line("squeeze advise") + "    # verifies it on an embedded broker"
                : given.with("--verify").line("squeeze advise") + "    # verifies it on a live broker";
    }

    private String measuring(Codec best) {
        return (source.topic().isPresent() ? measure : measure.without(CONNECTION))
                        .with("--codecs", neighbours(best))
                        .line("squeeze measure")
                + "    # neighbouring levels at every batch size, compared with the codec library alone";
    }

    /** The codec's levels around this one, in the syntax of {@code --codecs}. */
    static String neighbours(Codec codec) {
        if (!codec.type().hasLevels()) {
            return codec.type().label();
        }
        int from = Math.max(codec.type().minLevel(), codec.level() - 2);
        int to = Math.min(codec.type().maxLevel(), codec.level() + 2);
        // Level 0 is left out: zstd treats it as its default.
        return codec.type().label() + ":" + (from == 0 ? -1 : from) + "-" + (to == 0 ? 1 : to);
    }
}
