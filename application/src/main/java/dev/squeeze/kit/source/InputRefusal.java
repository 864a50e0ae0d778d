package dev.squeeze.kit.source;

/**
 * Why an input is not read.
 *
 * @param reason a clause that follows the input's name
 * @param remedy what to do about it
 */
record InputRefusal(String reason, String remedy) {}
