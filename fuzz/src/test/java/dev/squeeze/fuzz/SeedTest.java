package dev.squeeze.fuzz;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each target opens and takes its own seeds, and the inputs of {@code src/test/inputs/TARGET}, without a finding. */
class SeedTest {
    private static final int MAX_SEED_BYTES = 8 << 10;

    static List<String> targets() {
        return FuzzTargets.names();
    }

    @ParameterizedTest
    @MethodSource("targets")
    void targetsTakeTheirSeeds(String name) throws Exception {
        try (FuzzTarget target = FuzzTargets.open(name)) {
            TargetRun run = new TargetRun(target);
            List<byte[]> seeds = target.seeds();
            assertFalse(seeds.isEmpty());
            for (byte[] seed : seeds) {
                assertFalse(seed.length > MAX_SEED_BYTES, "a seed of " + seed.length + " bytes");
                run.run(seed);
            }
            Path inputs = Path.of("src/test/inputs", name);
            if (Files.isDirectory(inputs)) {
                try (Stream<Path> files = Files.list(inputs)) {
                    for (Path file : files.sorted().toList()) {
                        run.run(Files.readAllBytes(file));
                    }
                }
            }
        }
    }
}
