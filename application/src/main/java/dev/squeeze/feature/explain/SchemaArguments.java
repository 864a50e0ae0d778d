package dev.squeeze.feature.explain;

import dev.squeeze.kit.cli.HelpGroup;
import dev.squeeze.kit.unit.UsageException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Flags for the schemas of binary values. */
@HelpGroup.In(HelpGroup.SOURCE)
final class SchemaArguments {
    @Option(
            names = "--schema",
            paramLabel = "FILE",
            description = "Avro schema (.avsc) of the values, which may start with the id of a registry.")
    @Nullable
    Path schema;

    @Option(
            names = "--schema-registry",
            paramLabel = "URL",
            description =
                    "Registry with Confluent's API for the Avro schemas of values that start with a schema id, such as"
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
            description = "Message type of the values; required if the descriptor set has several.")
    @Nullable
    String message;

    /**
     * The schema that was given; empty without one.
     *
     * @throws UsageException if the options contradict each other
     * @throws dev.squeeze.kit.source.SourceUsageException if a file is not what it should be
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
