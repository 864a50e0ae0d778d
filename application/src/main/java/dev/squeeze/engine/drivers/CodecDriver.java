package dev.squeeze.engine.drivers;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.engine.measure.ClientCodecs;
import dev.squeeze.engine.measure.ClientGrid;
import dev.squeeze.engine.predict.ClientCodecGrid;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecGrid;
import dev.squeeze.kit.format.PackedBatch;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A client library's codecs, run in the process of its driver. Batches are exchanged in two files, whose format is
 * described in {@code docs/clients.md}.
 */
public final class CodecDriver implements ClientCodecs {
    private final DriverProcess process;
    private final DriverFiles files;
    private final Path input;
    private final Path output;

    private CodecDriver(DriverProcess process, DriverFiles files) {
        this.process = process;
        this.files = files;
        this.input = files.file("batches.bin");
        this.output = files.file("stored.bin");
    }

    /**
     * Starts a driver.
     *
     * @throws DriverException when it does not start, or its files cannot be created
     */
    static CodecDriver start(List<String> command) {
        DriverProcess process = DriverProcess.start(command);
        try {
            return new CodecDriver(process, DriverFiles.open());
        } catch (IOException e) {
            process.close();
            throw handOver(e);
        }
    }

    /**
     * The codecs and levels to measure for a client.
     *
     * @param chosen settings that the user named
     * @throws DriverException when its driver cannot be built, saying what to install
     */
    public static ClientGrid grid(DriverPrograms programs, ClientProfile client, Optional<CodecGrid> chosen) {
        List<String> command = programs.command(client);
        return new ClientGrid(client.label(), ClientCodecGrid.of(client, chosen), () -> start(command));
    }

    /**
     * The codecs and levels that the client shares with Java, if the client's driver has been built already: building
     * it takes a minute and downloads the library, which users do not expect when they ask about a file.
     *
     * @param grid codecs and levels, of which those that the client supports are used
     */
    public static Optional<ClientGrid> comparison(ClientProfile client, CodecGrid grid) {
        List<Codec> codecs = ClientCodecGrid.comparable(client, grid);
        return new DriverPrograms()
                .built(client)
                .filter(command -> !codecs.isEmpty())
                .map(command -> new ClientGrid(client.label(), codecs, () -> start(command)));
    }

    @Override
    public String library() {
        return process.hello().client() + " " + process.hello().version();
    }

    @Override
    public Outcome run(Codec codec, List<PackedBatch> batches, int compressions, int decompressions) {
        try {
            write(batches);
            JsonNode answer = process.compress(codec, input, output, compressions, decompressions);
            return new Outcome(
                    stored(batches.size()),
                    DriverMessages.number(answer, "compressNanos"),
                    DriverMessages.number(answer, "decompressNanos"),
                    DriverMessages.number(answer, "compressAllocatedBytes"),
                    DriverMessages.number(answer, "decompressAllocatedBytes"));
        } catch (IOException e) {
            throw handOver(e);
        }
    }

    private static DriverException handOver(IOException e) {
        return new DriverException(
                "the batches cannot be passed to the driver through java.io.tmpdir: " + e.getMessage(), e);
    }

    private void write(List<PackedBatch> batches) throws IOException {
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(input)))) {
            for (PackedBatch batch : batches) {
                out.writeInt(batch.recordBytes());
                out.write(batch.encodedRecords());
            }
        }
    }

    private List<StoredRecords> stored(int batches) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(output));
        List<StoredRecords> stored = new ArrayList<>();
        while (bytes.hasRemaining()) {
            byte[] records = new byte[bytes.getInt()];
            boolean compressed = bytes.get() != 0;
            bytes.get(records);
            stored.add(new StoredRecords(records, compressed));
        }
        if (stored.size() != batches) {
            throw new DriverException("the driver stored " + stored.size() + " of " + batches + " batches");
        }
        return stored;
    }

    @Override
    public void close() {
        process.close();
        files.close();
    }
}
