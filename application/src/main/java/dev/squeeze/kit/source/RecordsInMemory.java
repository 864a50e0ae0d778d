package dev.squeeze.kit.source;

import dev.squeeze.kit.format.BatchRecord;
import java.util.List;

/** Records that a command has made itself, as a source that a sample can be drawn of. */
public record RecordsInMemory(List<BatchRecord> records) implements RecordSource {
    public RecordsInMemory {
        records = List.copyOf(records);
    }

    @Override
    public String notation() {
        return "records in memory";
    }

    @Override
    public ReadReport read(RecordVisitor visitor, ReadProgress progress) {
        long read = 0;
        long payloadBytes = 0;
        for (BatchRecord record : records) {
            if (!visitor.accept(record)) {
                break;
            }
            read++;
            payloadBytes += record.payloadBytes();
        }
        return new ReadReport(
                read,
                payloadBytes,
                "records",
                records.stream().anyMatch(record -> record.key() != null),
                false,
                List.of());
    }
}
