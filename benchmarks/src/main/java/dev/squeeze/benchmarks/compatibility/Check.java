package dev.squeeze.benchmarks.compatibility;

import java.util.Arrays;

/**
 * One row of the table.
 *
 * @param title the row's name
 * @param proof condition for the verdict "works"
 * @param body performs the check
 */
record Check(String title, String proof, Body body) {
    /** Runs commands against a broker and checks the results. */
    interface Body {
        Outcome run(Subject subject) throws Exception;
    }

    /**
     * The broker that is checked.
     *
     * @param bootstrap of the broker
     * @param reference address of a current broker of Apache Kafka, for copies between two clusters
     * @param topics topics that were filled
     */
    record Subject(String bootstrap, String reference, KnownTopics topics, SqueezeProgram squeeze) {
        /** Runs a command on this broker. */
        SqueezeProgram.Run run(String... arguments) throws Exception {
            String[] all = Arrays.copyOf(arguments, arguments.length + 2);
            all[arguments.length] = "--bootstrap-server";
            all[arguments.length + 1] = bootstrap;
            return squeeze.run(all);
        }
    }
}
