/** From measurements and a workload to batch sizes, cores, bytes and money. */
@NullMarked
package dev.squeeze.engine.predict;

import org.jspecify.annotations.NullMarked;
