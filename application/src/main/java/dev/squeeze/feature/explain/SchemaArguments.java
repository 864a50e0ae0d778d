package dev.squeeze.feature.explain;

import dev.squeeze.kit.cli.HelpGroup;
import dev.squeeze.kit.unit.UsageException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the schemas of binary values are. */
@HelpGroup.In(HelpGroup.SOURCE)
final class SchemaArguments {
    @Option(
            names = "--schema",
            paramLabel = "FILE",
            description = "Avro schema (.avsc) of the values, with a registry's id in front of them or without.")
    @Nullable
    Path schema;

    @Option(
            names = "--schema-registry",
            paramLabel = "URL",
            description =
                    "Registry with Confluent's interface that has the Avro schemas of the ids in front of the values, such as"
                            + " http://registry:8081, or Apicurio's http://registry:8080/apis/ccompat/v7.")
    @Nullable
    URI registry;

    @Option(
            names = "--descriptor-set",
            paramLabel = "FILE",
            description = "Protobuf descriptors of the values: protoc --descriptor_set_out=FILE --include_imports.")
    @Nullable
    Path descriptorSet;

    @Option(
            names = "--message",
            paramLabel = "NAME",
            description = "Message of the descriptor set that the values are; needed where it has several.")
    @Nullable
    String message;

    /**
     * The schema that was given; empty without one.
     *
     * @throws UsageException where the options contradict each other
     * @throws dev.squeeze.kit.source.SourceUsageException where a file is not what it should be
     */
    Optional<ValueSchema> given() {
        if (schema != null) {
            return Optional.of(new ValueSchema.Avro(AvroSchemas.ofFile(schema)));
        }
        if (registry != null) {
            if (!"http".equals(registry.getScheme()) && !"https".equals(registry.getScheme())) {
                throw new UsageException(
                        "--schema-registry must be a URL with http or https, such as http://registry:8081");
            }
            return Optional.of(new ValueSchema.Avro(new SchemaRegistry(registry)));
        }
        if (descriptorSet != null) {
            ProtobufSchema descriptors = ProtobufSchema.ofFile(descriptorSet);
            return Optional.of(
                    new ValueSchema.Protobuf(descriptors, descriptors.message(Optional.ofNullable(message))));
        }
        return Optional.empty();
    }
}
