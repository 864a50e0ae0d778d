package dev.squeeze.engine.predict;

import static dev.squeeze.fuzz.Expectations.requireClear;

import dev.squeeze.fuzz.FuzzTarget;
import dev.squeeze.kit.unit.UsageException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** A price list of a user's own. */
public final class PriceListFuzz implements FuzzTarget {
    private final Path file = Files.createTempFile("prices", ".yaml");

    public PriceListFuzz() throws IOException {}

    @Override
    public List<byte[]> seeds() throws IOException {
        try (InputStream in = PriceList.class.getResourceAsStream("prices-gcp.yaml")) {
            return List.of(Objects.requireNonNull(in).readAllBytes());
        }
    }

    @Override
    public void parse(byte[] input) throws IOException {
        Files.write(file, input);
        try {
            PriceList.read(file.toString());
        } catch (UsageException e) {
            requireClear(e, file.toString());
        }
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(file);
    }
}
