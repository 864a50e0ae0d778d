package dev.squeeze.feature.copy;

import dev.squeeze.PassingInterceptor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** A user-defined interceptor that, once armed, throws an Error in the producer's network thread. */
public final class FailsOnce extends PassingInterceptor {
    public static final AtomicBoolean armed = new AtomicBoolean();

    @Override
    public void onAcknowledgement(@Nullable RecordMetadata metadata, @Nullable Exception exception) {
        if (armed.compareAndSet(true, false)) {
            throw new OutOfMemoryError("for the test");
        }
    }
}
