package dev.squeeze.feature.completion;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.ArgSpec;

/**
 * What a shell can offer as the value of a flag or as an argument.
 *
 * @param words known values; empty if there are none, as for numbers
 * @param files whether file names are offered
 * @param list whether several values may be given, separated by commas
 */
record Values(List<String> words, boolean files, boolean list) {
    static final Values NONE = new Values(List.of(), false, false);

    Values {
        words = List.copyOf(words);
    }

    boolean isEmpty() {
        return words.isEmpty() && !files;
    }

    static Values of(ArgSpec argument) {
        List<String> words = new ArrayList<>();
        if (argument.completionCandidates() != null) {
            // Constants of an enum are accepted in any case.
            boolean constants = argument.typeInfo().isEnum()
                    || argument.typeInfo().getAuxiliaryTypeInfos().stream().anyMatch(type -> type.isEnum());
            argument.completionCandidates()
                    .forEach(word -> words.add(constants ? word.toLowerCase(Locale.ROOT) : word));
        }
        String label = argument.paramLabel();
        return new Values(
                words, namesFiles(argument, label), argument.splitRegex().equals(",") || label.equals("LIST"));
    }

    private static boolean namesFiles(ArgSpec argument, String label) {
        return argument.type() == Path.class
                || argument.type() == File.class
                || argument.auxiliaryTypes()[0] == Path.class
                || label.contains("FILE")
                || label.contains("SOURCE")
                || label.contains("SEGMENT");
    }
}
