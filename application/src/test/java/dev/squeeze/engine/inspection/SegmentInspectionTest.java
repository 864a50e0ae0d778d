package dev.squeeze.engine.inspection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.kafka.KafkaBatchCodec;
import dev.squeeze.kit.source.ReadNotice;
import dev.squeeze.kit.source.Segments;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SegmentInspectionTest {
    private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");
    private static final int BATCHES = 1_000;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    /** One batch per second, and optionally a last one at another time. */
    private Inspected inspected(Optional<Instant> last) throws IOException {
        Path file = folder.resolve("00000000000000000000.log");
        try (OutputStream out = Files.newOutputStream(file);
                KafkaBatchCodec codec = new KafkaBatchCodec(Codec.NONE)) {
            for (int i = 0; i < BATCHES; i++) {
                write(out, codec, i, START.plusSeconds(i));
            }
            if (last.isPresent()) {
                write(out, codec, BATCHES, last.get());
            }
        }
        return SegmentInspection.run(Segments.find(List.of(file.toString())), 1, (read, all) -> {});
    }

    private static void write(OutputStream out, KafkaBatchCodec codec, long offset, Instant time) throws IOException {
        BatchRecord[] records = {new BatchRecord(null, new byte[10], BatchRecord.NO_HEADERS, time.toEpochMilli())};
        ByteBuffer batch = codec.encode(records, ByteBuffer.allocate(1_024));
        batch.putLong(batch.position(), offset);
        out.write(batch.array(), batch.arrayOffset() + batch.position(), batch.remaining());
    }

    @Test
    void timestampsThatAreLeftOutAreReported() throws Exception {
        Inspected inspected = inspected(Optional.of(Instant.EPOCH));

        assertThat(inspected.profile().oldest()).contains(START);
        assertThat(inspected.notices())
                .extracting(ReadNotice::kind)
                .containsExactly(ReadNotice.Kind.TIMESTAMPS_LEFT_OUT);
        assertThat(inspected.notices().get(0).message()).contains(START.toString(), "left out of the time span");
    }

    @Test
    void withoutThemNothingIs() throws Exception {
        assertThat(inspected(Optional.empty()).notices()).isEmpty();
    }

    @Test
    void producersBeyondThoseThatAreDistinguishedMakeTheirNumberALowerBound() {
        ProducerIds ids = new ProducerIds();
        for (long id = 0; id < ProducerIds.MAX_IDS - 1; id++) {
            ids.add(id, 1, 100);
        }
        assertThat(ids.of(ProducerIds.MAX_IDS).mayBeMore()).isFalse();

        for (long id = ProducerIds.MAX_IDS; id < ProducerIds.MAX_IDS + 10; id++) {
            ids.add(id, 1, 100);
        }
        TopicProfile.Producers producers = ids.of(ProducerIds.MAX_IDS + 10);

        assertThat(producers.mayBeMore()).isTrue();
        assertThat(producers.ids()).isEqualTo(ProducerIds.MAX_IDS);
    }
}
