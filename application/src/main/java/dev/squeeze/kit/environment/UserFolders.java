package dev.squeeze.kit.environment;

import java.nio.file.Path;

/** The user's folders for files of this tool, as in the XDG base directory specification. */
public final class UserFolders {
    private static final String OWN = "squeeze";

    private UserFolders() {}

    /** For files that can be created again. */
    public static Path cache() {
        return folder("XDG_CACHE_HOME", ".cache");
    }

    /** For files that the user asked for, such as calibrations. */
    public static Path config() {
        return folder("XDG_CONFIG_HOME", ".config");
    }

    private static Path folder(String variable, String inHome) {
        String named = System.getenv(variable);
        Path all = named == null || named.isBlank() ? Path.of(System.getProperty("user.home"), inHome) : Path.of(named);
        return all.resolve(OWN);
    }
}
