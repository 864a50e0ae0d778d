/** The line protocol between this process and JVMs that it starts: brokers, and the gateways of a benchmark. */
@NullMarked
package dev.squeeze.kit.environment.child;

import org.jspecify.annotations.NullMarked;
