/**
 * Files, topics, segments and bundled samples as sources of records ({@link Sources}), and samples of whole batches
 * drawn from them ({@link Sampler}).
 */
@NullMarked
package dev.squeeze.kit.source;

import org.jspecify.annotations.NullMarked;
