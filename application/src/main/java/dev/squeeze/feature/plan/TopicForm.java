package dev.squeeze.feature.plan;

import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.TopicCompression;
import dev.squeeze.kit.unit.ShellWord;
import java.util.List;
import java.util.Optional;

/**
 * How to set a topic's {@code compression.type} to {@code producer}, Kafka's default, with which brokers store batches
 * as they are sent. With any other value they convert batches of other codecs.
 */
public enum TopicForm {
    KAFKA_CONFIGS("Kafka's own tool", "sh") {
        @Override
        public List<String> lines(String topic, String cluster) {
            return List.of(setting(topic, cluster, TopicCompression.PRODUCER));
        }
    },
    STRIMZI("Strimzi, in the KafkaTopic", "yaml") {
        @Override
        public List<String> lines(String topic, String cluster) {
            return List.of("spec:", "  config:", "    " + TopicCompression.KEY + ": " + TopicCompression.PRODUCER);
        }
    },
    TERRAFORM("Terraform, kafka_topic of Mongey/kafka", "hcl") {
        @Override
        public List<String> lines(String topic, String cluster) {
            return List.of("config = {", QUOTED, "}");
        }
    },
    TERRAFORM_BLOCK("Terraform, aiven_kafka_topic and digitalocean_database_kafka_topic", "hcl") {
        @Override
        public List<String> lines(String topic, String cluster) {
            return List.of("config {", "  compression_type = \"" + TopicCompression.PRODUCER + "\"", "}");
        }
    },
    TERRAFORM_MSK("Terraform, aws_msk_topic", "hcl") {
        @Override
        public List<String> lines(String topic, String cluster) {
            return List.of("configs = jsonencode({", QUOTED, "})");
        }
    };

    /** An entry of a Terraform map. */
    private static final String QUOTED = "  \"" + TopicCompression.KEY + "\" = \"" + TopicCompression.PRODUCER + "\"";

    private final String title;
    private final String language;

    /**
     * A topic's compression.type, if brokers would not store batches of the codec as they are sent.
     *
     * @param compressionType of the topic; empty if it is not known
     */
    static Optional<TopicCompression> notKeeping(Optional<String> compressionType, Codec codec) {
        return compressionType.map(TopicCompression::parse).filter(topic -> !topic.keeps(codec.type()));
    }

    /**
     * The command of Kafka's own tool that sets a topic's compression.type.
     *
     * @param cluster as {@code ClusterTarget.forKafkaTools} has it
     */
    static String setting(String topic, String cluster, TopicCompression value) {
        return altering(topic, cluster) + " --add-config " + value.configLine();
    }

    /** The command that lets a topic inherit its compression.type from the brokers again. */
    static String inheriting(String topic, String cluster) {
        return altering(topic, cluster) + " --delete-config " + TopicCompression.KEY;
    }

    private static String altering(String topic, String cluster) {
        return "kafka-configs.sh " + cluster + " --alter" + entity(topic);
    }

    /** The command that lists what is set on a topic itself. */
    static String describing(String topic, String cluster) {
        return "kafka-configs.sh " + cluster + " --describe" + entity(topic);
    }

    private static String entity(String topic) {
        return " --entity-type topics --entity-name " + ShellWord.quoted(topic);
    }

    TopicForm(String title, String language) {
        this.title = title;
        this.language = language;
    }

    public String title() {
        return title;
    }

    /** The language tag of a Markdown code fence. */
    public String language() {
        return language;
    }

    /** @param cluster as {@code ClusterTarget.forKafkaTools} has it */
    public abstract List<String> lines(String topic, String cluster);
}
