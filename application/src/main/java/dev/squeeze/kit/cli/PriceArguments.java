package dev.squeeze.kit.cli;

import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.Option;

/** The price list for bytes and cores. It is read by the prediction engine. */
@HelpGroup.In(HelpGroup.WORKLOAD)
public final class PriceArguments {
    @Option(
            names = "--prices",
            paramLabel = "LIST|FILE",
            completionCandidates = Names.class,
            defaultValue = "aws",
            description =
                    "Price list: aws, gcp, azure, msk, confluent, warpstream, or a YAML file; squeeze prices shows them"
                            + " (default: ${DEFAULT-VALUE}).")
    public String prices = "aws";

    /** The built-in lists, for shell completion. */
    public static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return List.of("aws", "gcp", "azure", "msk", "confluent", "warpstream")
                    .iterator();
        }
    }
}
