package dev.squeeze.engine.encoding;

/** What values lose in a format, or how they change. */
public enum Loss {
    DUPLICATE_NAMES("if a name occurs several times in an object, only its last value is kept"),
    NUMBERS_AS_WRITTEN("numbers are written differently (1.50 becomes 1.5, or 1 becomes 1.0)"),
    NUMBERS_AS_TEXT("numbers with more digits than fit into a double or a long become text"),
    BYTES_AS_BASE64("bytes become base64"),
    MEMBER_ORDER("fields are in the order of the schema"),
    NO_VALUE_AS_ABSENT("fields without a value cannot be distinguished from absent ones"),
    EMPTY_AS_ABSENT("empty arrays and objects cannot be distinguished from absent ones"),
    DEEP_AS_TEXT("values nested deeper than 24 levels become JSON text"),
    NAMES_CHANGED("field names that the format does not allow are changed in the schema");

    private final String words;

    Loss(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }
}
