package dev.squeeze.kit.environment;

import java.nio.file.Path;

/** Where a user's files of this tool are, by the XDG base directory specification. */
public final class UserFolders {
    private static final String OWN = "squeeze";

    private UserFolders() {}

    /** What can be made again. */
    public static Path cache() {
        return folder("XDG_CACHE_HOME", ".cache");
    }

    /** What was asked for. */
    public static Path config() {
        return folder("XDG_CONFIG_HOME", ".config");
    }

    private static Path folder(String variable, String inHome) {
        String named = System.getenv(variable);
        Path all = named == null || named.isBlank() ? Path.of(System.getProperty("user.home"), inHome) : Path.of(named);
        return all.resolve(OWN);
    }
}
