package dev.squeeze.feature.doctor;

import static dev.squeeze.fuzz.Expectations.require;

import com.github.luben.zstd.Zstd;
import dev.squeeze.fuzz.FuzzTarget;
import dev.squeeze.fuzz.InputBytes;
import dev.squeeze.kit.format.BatchRecord;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4FrameOutputStream;

/** Values of records as doctor looks into them: compressed by themselves, or in an envelope with their schema. */
public final class ValueFuzz implements FuzzTarget {
    @Override
    public List<byte[]> seeds() throws IOException {
        byte[] text = InputBytes.utf8("the quick brown fox ".repeat(5));
        ByteArrayOutputStream gzip = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(gzip)) {
            out.write(text);
        }
        ByteArrayOutputStream lz4 = new ByteArrayOutputStream();
        try (LZ4FrameOutputStream out = new LZ4FrameOutputStream(lz4, LZ4FrameOutputStream.BLOCKSIZE.SIZE_64KB)) {
            out.write(text);
        }
        return List.of(
                gzip.toByteArray(),
                lz4.toByteArray(),
                Zstd.compress(text),
                InputBytes.utf8("{\"schema\":{\"type\":\"struct\",\"x\":\"}\\\"\"},\"payload\":{\"a\":1}}"));
    }

    @Override
    public void parse(byte[] input) {
        ValueMarks marks = ValueMarks.of(new BatchRecord(null, input, BatchRecord.NO_HEADERS, 0));
        require(marks.schemaBytes() <= input.length, "a schema that is larger than its value");
        byte[] payload = SchemaEnvelope.withoutSchema(input);
        require(
                payload.length + SchemaEnvelope.overheadBytes(input) == input.length,
                "a payload and a schema that do not make up the value");
        InnerFrame.of(input).ifPresent(frame -> frame.unpack(input));
    }
}
