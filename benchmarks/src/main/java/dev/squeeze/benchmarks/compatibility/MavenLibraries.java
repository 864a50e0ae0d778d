package dev.squeeze.benchmarks.compatibility;

import dev.squeeze.benchmarks.ChildProgram;
import dev.squeeze.benchmarks.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Libraries from Maven repositories in a separate folder, so that none of them gets onto our class path. */
final class MavenLibraries {
    private static final String PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies";
    private static final long TIMEOUT_SECONDS = 300;

    private MavenLibraries() {}

    /**
     * An artefact with its dependencies.
     *
     * @param excluded dependencies to leave out, each as group and artefact separated by a colon
     */
    record Artefact(String group, String name, String version, List<String> excluded) {
        Artefact {
            excluded = List.copyOf(excluded);
        }

        private String xml() {
            StringBuilder exclusions = new StringBuilder();
            for (String exclusion : excluded) {
                String[] parts = exclusion.split(":", -1);
                exclusions.append("<exclusion><groupId>" + parts[0] + "</groupId><artifactId>" + parts[1]
                        + "</artifactId></exclusion>");
            }
            return "<dependency><groupId>" + group + "</groupId><artifactId>" + name + "</artifactId><version>"
                    + version + "</version><exclusions>" + exclusions + "</exclusions></dependency>\n";
        }
    }

    /** Copies them into {@code folder/lib} unless the same are there already. @return the class path */
    static String fetch(Path folder, List<Artefact> artefacts) throws IOException, InterruptedException {
        StringBuilder pom = new StringBuilder("<project xmlns=\"http://maven.apache.org/POM/4.0.0\">\n"
                + "<modelVersion>4.0.0</modelVersion><groupId>broker</groupId><artifactId>broker</artifactId>"
                + "<version>1</version>\n<dependencies>\n");
        artefacts.forEach(artefact -> pom.append(artefact.xml()));
        pom.append("</dependencies></project>\n");
        Path file = folder.resolve("pom.xml");
        Path complete = folder.resolve("lib/.complete");
        if (!Files.exists(complete) || !Files.readString(file).contentEquals(pom)) {
            Folders.delete(folder.resolve("lib"));
            Files.createDirectories(folder.resolve("lib"));
            Files.writeString(file, pom);
            ChildProgram.runToEnd(
                    List.of(
                            "mvn",
                            "-B",
                            "-q",
                            "-f",
                            file.toString(),
                            PLUGIN,
                            "-DincludeScope=runtime",
                            "-DoutputDirectory=" + folder.resolve("lib")),
                    folder.resolve("maven.log"),
                    TIMEOUT_SECONDS);
            Files.createFile(complete);
        }
        return folder.resolve("lib") + "/*";
    }
}
