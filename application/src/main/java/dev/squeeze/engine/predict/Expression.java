package dev.squeeze.engine.predict;

import java.util.Iterator;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** An arithmetic expression over named values, in the grammar of {@link CostFormula}. */
@FunctionalInterface
interface Expression {
    /** @throws IllegalArgumentException if a name has no value */
    double value(Map<String, Double> values);

    /** @throws IllegalArgumentException if the text is not a valid expression */
    static Expression parse(String text) {
        return new Parser(text).whole();
    }

    /** Recursive descent over the same tokens that the page's script accepts. */
    final class Parser {
        private static final Pattern TOKEN = Pattern.compile("[a-z_]+|\\d+|\\S");

        private final String text;
        private final Iterator<String> tokens;
        private String next = "";

        private Parser(String text) {
            this.text = text;
            this.tokens = TOKEN.matcher(text).results().map(MatchResult::group).iterator();
            take();
        }

        private String take() {
            String taken = next;
            next = tokens.hasNext() ? tokens.next() : "";
            return taken;
        }

        private void expect(String token) {
            if (!take().equals(token)) {
                throw new IllegalArgumentException("'" + token + "' is missing in " + text);
            }
        }

        private Expression whole() {
            Expression whole = sum();
            expect("");
            return whole;
        }

        private Expression sum() {
            Expression sum = product();
            while (next.equals("+") || next.equals("-")) {
                Expression left = sum;
                boolean plus = take().equals("+");
                Expression right = product();
                sum = plus
                        ? values -> left.value(values) + right.value(values)
                        : values -> left.value(values) - right.value(values);
            }
            return sum;
        }

        private Expression product() {
            Expression product = factor();
            while (next.equals("*") || next.equals("/")) {
                Expression left = product;
                boolean times = take().equals("*");
                Expression right = factor();
                product = times
                        ? values -> left.value(values) * right.value(values)
                        : values -> left.value(values) / right.value(values);
            }
            return product;
        }

        private Expression factor() {
            String token = take();
            if (token.equals("(")) {
                Expression inner = sum();
                expect(")");
                return inner;
            }
            if (token.equals("min") || token.equals("max")) {
                return smallerOrLarger(token.equals("min"));
            }
            if (token.matches("\\d+")) {
                double number = Double.parseDouble(token);
                return values -> number;
            }
            if (token.equals("floor")) {
                return roundedDown();
            }
            if (!token.matches("[a-z_]+")) {
                throw new IllegalArgumentException("'" + token + "' is no value in " + text);
            }
            return values -> {
                Double value = values.get(token);
                if (value == null) {
                    throw new IllegalArgumentException(token + " has no value");
                }
                return value;
            };
        }

        private Expression roundedDown() {
            expect("(");
            Expression inner = sum();
            expect(")");
            return values -> Math.floor(inner.value(values));
        }

        private Expression smallerOrLarger(boolean smaller) {
            expect("(");
            Expression first = sum();
            expect(",");
            Expression second = sum();
            expect(")");
            return smaller
                    ? values -> Math.min(first.value(values), second.value(values))
                    : values -> Math.max(first.value(values), second.value(values));
        }
    }
}
