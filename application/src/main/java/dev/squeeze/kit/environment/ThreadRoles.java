package dev.squeeze.kit.environment;

import java.util.function.Function;

/**
 * How the threads of a JVM are assigned to roles.
 *
 * @param type every role there is
 * @param ofThread the role of a Java thread, by its name
 * @param gc the role of the collector's threads, which are no Java threads
 * @param jit the role of the compilers' threads, which are none either
 * @param other the role of all that cannot be attributed
 */
public record ThreadRoles<R extends Enum<R>>(Class<R> type, Function<String, R> ofThread, R gc, R jit, R other) {}
