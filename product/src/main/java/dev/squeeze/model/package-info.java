/** From measurements and a workload to batch sizes, cores, bytes and money. */
@NullMarked
package dev.squeeze.model;

import org.jspecify.annotations.NullMarked;
