package dev.squeeze.kit.kafka.broker;

import java.io.IOException;
import java.nio.file.Path;
import java.util.logging.FileHandler;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** Sends everything that the broker logs to a file, which is overwritten by each new broker and limited in size. */
final class BrokerLog {
    private static final int LIMIT_BYTES = 8 << 20;
    private static final int FILES = 2;
    private static final String FORMAT_PROPERTY = "java.util.logging.SimpleFormatter.format";
    private static final String FORMAT = "%1$tF %1$tT.%1$tL %4$-7s %3$s: %5$s%6$s%n";

    private BrokerLog() {}

    /** @param folder in which {@link BrokerMain#LOG_FILE} is the newest part */
    static void writeTo(Path folder) throws IOException {
        System.setProperty(FORMAT_PROPERTY, FORMAT);
        LogManager.getLogManager().reset();
        // Per cent signs are placeholders of FileHandler; %g is 0 for the newest part.
        String pattern = folder.toString().replace("%", "%%") + "/broker.%g.log";
        Handler handler = new FileHandler(pattern, LIMIT_BYTES, FILES, false);
        handler.setFormatter(new SimpleFormatter());
        handler.setLevel(Level.INFO);
        Logger root = Logger.getLogger("");
        root.addHandler(handler);
        root.setLevel(Level.INFO);
    }
}
