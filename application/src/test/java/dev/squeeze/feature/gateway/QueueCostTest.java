package dev.squeeze.feature.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.eclipse.jetty.http.HttpFields;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueueCostTest {
    private static final int RECORDS = 10_000;

    @ParameterizedTest
    @CsvSource({"1,0", "1,1", "7,10", "100,0", "1000,3"})
    void recordsCostWhatTheJvmAllocatesForThem(int valueBytes, int headers) {
        HttpFields.Mutable fields = HttpFields.build().add("Content-Type", "application/x-ndjson");
        for (int i = 0; i < headers; i++) {
            fields.add(RequestRecords.HEADER, "h" + i + "=1");
        }
        RequestRecords request = RequestRecords.of("topic", fields);
        byte[] body = ("x".repeat(valueBytes) + "\n").repeat(RECORDS).getBytes(StandardCharsets.UTF_8);
        LineCount count = request.count(body, RECORDS);
        request.of(body, count);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

        long before = threads.getCurrentThreadAllocatedBytes();
        List<ProducerRecord<byte[], byte[]>> records = request.of(body, count);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;

        assertThat(records).hasSize(RECORDS);
        // This also counts short-lived allocations, such as each record's copy of the list of headers.
        assertThat((double) request.costBytes(count)).isBetween(0.6 * allocated, 1.3 * allocated);
    }
}
