package dev.squeeze.kit.environment;

import java.util.function.Function;

/**
 * Assigns the threads of a JVM to roles.
 *
 * @param type the enum of all roles
 * @param ofThread the role of a Java thread by its name
 * @param gc the role of the garbage collector's threads, which are not Java threads
 * @param jit the role of the compilers' threads, which are not Java threads either
 * @param other the role of everything that cannot be attributed
 */
public record ThreadRoles<R extends Enum<R>>(Class<R> type, Function<String, R> ofThread, R gc, R jit, R other) {}
