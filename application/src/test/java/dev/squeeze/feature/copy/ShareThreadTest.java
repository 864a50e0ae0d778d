package dev.squeeze.feature.copy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.engine.workers.WorkPlace;
import java.lang.reflect.Proxy;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ShareThreadTest {
    @Test
    void aShareThatDoesNotFitIntoTheHeapIsReportedAsFailed() throws InterruptedException {
        BlockingQueue<String> reasons = new ArrayBlockingQueue<>(10);
        ShareThread thread = new ShareThread(place(reasons), () -> {
            throw new OutOfMemoryError("Java heap space");
        });

        thread.start();

        assertThat(reasons.poll(10, TimeUnit.SECONDS)).contains("out of memory", "SQUEEZE_HEAP");
    }

    /** Collects the reasons of failures. */
    private static WorkPlace place(BlockingQueue<String> reasons) {
        return (WorkPlace) Proxy.newProxyInstance(
                WorkPlace.class.getClassLoader(), new Class<?>[] {WorkPlace.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("fail")) {
                        reasons.add(String.valueOf(arguments[0]));
                    }
                    return null;
                });
    }
}
