package dev.squeeze.feature.plan;

import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.TopicCompression;
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
            return List.of(setting(topic, bootstrap, TopicCompression.PRODUCER));
        }
    },
    STRIMZI("Strimzi, in the KafkaTopic", "yaml") {
        @Override
        public List<String> lines(String topic, String bootstrap) {
            return List.of("spec:", "  config:", "    " + TopicCompression.KEY + ": " + TopicCompression.PRODUCER);
        }
    },
    TERRAFORM("Terraform, kafka_topic of Mongey/kafka", "hcl") {
        @Override
        public List<String> lines(String topic, String bootstrap) {
            return List.of("config = {", QUOTED, "}");
        }
    },
    TERRAFORM_BLOCK("Terraform, aiven_kafka_topic and digitalocean_database_kafka_topic", "hcl") {
        @Override
        public List<String> lines(String topic, String bootstrap) {
            return List.of("config {", "  compression_type = \"" + TopicCompression.PRODUCER + "\"", "}");
        }
    },
    TERRAFORM_MSK("Terraform, aws_msk_topic", "hcl") {
        @Override
        public List<String> lines(String topic, String bootstrap) {
            return List.of("configs = jsonencode({", QUOTED, "})");
        }
    };

    /** An entry of a map of Terraform. */
    private static final String QUOTED = "  \"" + TopicCompression.KEY + "\" = \"" + TopicCompression.PRODUCER + "\"";

    private final String title;
    private final String language;

    /**
     * A topic's compression.type where brokers would not keep batches of a codec.
     *
     * @param compressionType of the topic; empty where it is not known
     */
    static Optional<TopicCompression> notKeeping(Optional<String> compressionType, Codec codec) {
        return compressionType.map(TopicCompression::parse).filter(topic -> !topic.keeps(codec.type()));
    }

    /** The command of Kafka's own tool that sets a topic's compression.type. */
    static String setting(String topic, String bootstrap, TopicCompression value) {
        return "kafka-configs.sh --bootstrap-server " + bootstrap + " --alter --entity-type topics --entity-name "
                + topic + " --add-config " + value.configLine();
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
