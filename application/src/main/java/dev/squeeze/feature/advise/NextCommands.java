package dev.squeeze.feature.advise;

import dev.squeeze.kit.cli.ConnectionArguments;
import dev.squeeze.kit.cli.FollowUpCommand;
import dev.squeeze.kit.cli.SourceArguments;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.unit.ShellWord;
import java.util.ArrayList;
import java.util.List;

/**
 * Commands to run after a recommendation; they carry the flags that were given.
 *
 * @param given what was given on the command line
 * @param measure the same, with the flags that {@code squeeze measure} knows
 * @param canVerify whether a live broker can be asked and was not
 */
record NextCommands(
        FollowUpCommand given,
        FollowUpCommand measure,
        SourceArguments source,
        ConnectionArguments connection,
        boolean canVerify) {
    /** Flags that {@code measure} takes for reading a topic only. */
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

    /** A command that is copied without being read must not load somebody's cluster. */
    private String verifying() {
        return source.topic().isPresent()
                ? given.without("--keep-topics")
                                .with("--verify")
                                .with("--embedded")
                                .line("squeeze advise") + "    # checks it on a broker on this machine"
                : given.with("--verify").line("squeeze advise") + "    # checks it on a live broker";
    }

    private String measuring(Codec best) {
        return (source.topic().isPresent() ? measure : measure.without(CONNECTION))
                        .with("--codecs", neighbours(best))
                        .line("squeeze measure")
                + "    # neighbouring levels at every batch size, next to the codec library alone";
    }

    /** The codec's levels around this one, as {@code --codecs} takes them. */
    static String neighbours(Codec codec) {
        if (!codec.type().hasLevels()) {
            return codec.type().label();
        }
        int from = Math.max(codec.type().minLevel(), codec.level() - 2);
        int to = Math.min(codec.type().maxLevel(), codec.level() + 2);
        // Zero is no level: zstd takes it for its default.
        return codec.type().label() + ":" + (from == 0 ? -1 : from) + "-" + (to == 0 ? 1 : to);
    }
}
