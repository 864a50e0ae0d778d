package dev.squeeze.engine.load;

/**
 * The share of a role's time spent in a method.
 *
 * @param method {@code package.Class.method}
 * @param samples number of samples in it
 * @param share of the role's time, 0 to 1
 */
public record MethodShare(String method, long samples, double share) {}
