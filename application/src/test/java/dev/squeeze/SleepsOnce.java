package dev.squeeze;

import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Stalls the application thread once, in the middle of a measured window of two seconds at 2000 records/s, even if the window
 * starts late.
 */
public final class SleepsOnce extends PassingInterceptor {
    public static final long MILLIS = 500;
    private static final long AT_RECORD = 2_400;

    private long sent;

    @Override
    public ProducerRecord<byte[], byte[]> onSend(ProducerRecord<byte[], byte[]> record) {
        sent++;
        if (sent == AT_RECORD) {
            try {
                TimeUnit.MILLISECONDS.sleep(MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        return record;
    }
}
