package dev.squeeze.kit.cli;

import picocli.CommandLine.TypeConversionException;

/** Numbers on the command line, with error messages that do not refer to Java's types. */
public final class Numbers {
    private Numbers() {}

    public static int wholeNumber(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw notWhole(text, Integer.MAX_VALUE);
        }
    }

    public static long longNumber(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw notWhole(text, Long.MAX_VALUE);
        }
    }

    public static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new TypeConversionException("'" + text + "' is not a number");
        }
    }

    private static TypeConversionException notWhole(String text, long max) {
        boolean tooLarge = text.matches("[-+]?[0-9]+");
        return new TypeConversionException("'" + text + "' is " + (tooLarge ? "beyond " + max : "not a whole number"));
    }
}
