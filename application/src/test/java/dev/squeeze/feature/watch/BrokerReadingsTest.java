package dev.squeeze.feature.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.squeeze.TestPorts;
import dev.squeeze.kit.cluster.ClusterException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;
import java.util.List;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXConnectorServerFactory;
import javax.management.remote.JMXServiceURL;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** CPU time of brokers over JMX, one of which is restarted. This JVM takes the role of the broker. */
@Timeout(60)
class BrokerReadingsTest {
    private static final String HOST = "127.0.0.1";

    /** JMX of this JVM on a port, until it is closed. */
    private static final class Served {
        private final Registry registry;
        private final JMXConnectorServer server;

        Served(int port) throws IOException {
            registry = LocateRegistry.createRegistry(port);
            server = JMXConnectorServerFactory.newJMXConnectorServer(
                    new JMXServiceURL("service:jmx:rmi:///jndi/rmi://" + HOST + ":" + port + "/jmxrmi"),
                    null,
                    ManagementFactory.getPlatformMBeanServer());
            server.start();
        }

        void end() throws IOException {
            server.stop();
            UnicastRemoteObject.unexportObject(registry, true);
        }
    }

    @Test
    void whatWasReadBeforeABrokerWentAwayIsNotCountedAgainAndItIsReadWhenItIsBack() throws IOException {
        int port = TestPorts.free();
        BrokerReadings readings = new BrokerReadings(List.of(HOST + ":" + port));
        Served first = new Served(port);
        readings.read();
        readings.read();
        assertThat(readings.rows()).hasSize(1);
        first.end();

        assertThatThrownBy(readings::read).isInstanceOf(ClusterException.class);
        assertThat(readings.rows()).as("of a reading that failed").isEmpty();

        Served again = new Served(port);
        readings.read();
        assertThat(readings.rows()).as("nobody knows what it used before").isEmpty();
        readings.read();
        assertThat(readings.rows()).hasSize(1);
        readings.close();
        again.end();
    }
}
