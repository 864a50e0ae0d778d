package dev.squeeze.feature.published;

import dev.squeeze.kit.cli.FailedException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The included experiments, by name. */
final class ShippedExperiments {
    static final List<String> NAMES =
            List.of("linkedin-2012", "liveramp-2013", "yao-2015", "cloudflare-2018", "human-2023", "codecs", "http");

    private static final String ENDING = ".yaml";

    private ShippedExperiments() {}

    /** Empty if there is no experiment with that name. */
    static Optional<ExperimentFile> find(String name) {
        return NAMES.contains(name) ? Optional.of(read(name)) : Optional.empty();
    }

    static ExperimentFile read(String name) {
        String resource = "experiments/" + name + ENDING;
        try (InputStream stream = ShippedExperiments.class.getResourceAsStream(resource)) {
            if (stream == null) {
                throw new IllegalStateException(
                        "the experiment " + name + " is missing from this copy of squeeze: build it again");
            }
            return ExperimentFile.parse(name + ENDING, new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new FailedException("the experiment " + name + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** The names, for shell completion. */
    static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Stream.concat(NAMES.stream(), Stream.of("rollout")).iterator();
        }
    }
}
