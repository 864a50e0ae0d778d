package dev.squeeze.feature.plan;

import dev.squeeze.kit.format.Codec;
import java.util.List;
import java.util.Optional;

/**
 * How a topic's {@code compression.type} is set to {@code producer}, Kafka's default, with which brokers keep batches as they
 * are sent. With any other value they compress them again, whatever producers send.
 */
public enum TopicForm {
    KAFKA_CONFIGS("Kafka's own tool", "sh") {
        @Override
        public List<String> lines(String topic, String bootstrap) {
            return List.of(
                    "kafka-configs.sh --bootstrap-server " + bootstrap + " --alter --entity-type topics --entity-name "
                            + topic + " --add-config compression.type=producer");
        }
    },
    STRIMZI("Strimzi, in the KafkaTopic", "yaml") {
        @Override
        public List<String> lines(String topic, String bootstrap) {
            return List.of("spec:", "  config:", "    compression.type: producer");
        }
    },
    TERRAFORM("Terraform, kafka_topic of Mongey/kafka", "hcl") {
        @Override
        public List<String> lines(String topic, String bootstrap) {
            return List.of("config = {", "  \"compression.type\" = \"producer\"", "}");
        }
    },
    TERRAFORM_BLOCK("Terraform, aiven_kafka_topic and digitalocean_database_kafka_topic", "hcl") {
        @Override
        public List<String> lines(String topic, String bootstrap) {
            return List.of("config {", "  compression_type = \"producer\"", "}");
        }
    },
    TERRAFORM_MSK("Terraform, aws_msk_topic", "hcl") {
        @Override
        public List<String> lines(String topic, String bootstrap) {
            return List.of("configs = jsonencode({", "  \"compression.type\" = \"producer\"", "})");
        }
    };

    /** The value of {@code compression.type} with which brokers keep batches as they are sent. */
    private static final String AS_SENT = "producer";

    private final String title;
    private final String language;

    /**
     * A topic's compression.type where brokers would compress batches of a codec again.
     *
     * @param compressionType of the topic; empty where it is not known
     */
    static Optional<String> compressingAgain(Optional<String> compressionType, Codec codec) {
        return compressionType.filter(
                type -> !type.equals(AS_SENT) && !type.equals(codec.type().label()));
    }

    TopicForm(String title, String language) {
        this.title = title;
        this.language = language;
    }

    public String title() {
        return title;
    }

    /** As Markdown names it. */
    public String language() {
        return language;
    }

    public abstract List<String> lines(String topic, String bootstrap);
}
