package dev.squeeze;

import dev.squeeze.kit.kafka.SecuredBroker;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/** A user of a secured broker with only the granted permissions. */
public record Guest(SecuredBroker broker, Path settings) {
    /** Permits an operation on a topic. */
    public static AclBinding allow(String topic, AclOperation operation) {
        return new AclBinding(
                new ResourcePattern(ResourceType.TOPIC, topic, PatternType.LITERAL),
                new AccessControlEntry("User:guest", "*", operation, AclPermissionType.ALLOW));
    }

    /** @param folder for the file with the user's login */
    public static Guest of(SecuredBroker broker, Path folder) throws IOException {
        Properties login = new Properties();
        broker.connection("guest").forEach((key, value) -> login.setProperty(key, value.toString()));
        login.remove("bootstrap.servers");
        Path file = folder.resolve("guest.properties");
        try (Writer writer = Files.newBufferedWriter(file)) {
            login.store(writer, null);
        }
        return new Guest(broker, file);
    }

    public Invocation squeeze(String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--bootstrap-server", broker.address(), "--command-config", settings.toString()));
        return Invocation.of(all.toArray(String[]::new));
    }
}
