package dev.squeeze.kit.document;

/** Where the CPU usage of brokers is read. */
public enum BrokerUsage implements ResultJson.Worded {
    /** From the processes of embedded brokers. */
    PROCESS("process"),
    /** From the brokers' JMX addresses. */
    JMX("jmx"),
    NOT_VISIBLE("not visible");

    private final String word;

    BrokerUsage(String word) {
        this.word = word;
    }

    @Override
    public String word() {
        return word;
    }
}
