package dev.squeeze.engine.encoding;

/** What values lose in a format, or how they change. */
public enum Loss {
    DUPLICATE_NAMES("of a name that occurs several times in an object, only the last one stays"),
    NUMBERS_AS_WRITTEN("numbers are not written as before (1.50 becomes 1.5, or 1 becomes 1.0)"),
    NUMBERS_AS_TEXT("numbers with more digits than a double or a long holds become text"),
    BYTES_AS_BASE64("bytes become base64"),
    MEMBER_ORDER("fields are in the order of the schema"),
    NO_VALUE_AS_ABSENT("fields without a value are not distinguished from absent ones"),
    EMPTY_AS_ABSENT("empty arrays and objects are not distinguished from absent ones"),
    DEEP_AS_TEXT("what is nested deeper than 24 levels becomes JSON in a text"),
    NAMES_CHANGED("names of fields that the format does not allow are changed in the schema");

    private final String words;

    Loss(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }
}
