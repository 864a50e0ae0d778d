/** What a topic stores: its batches by their headers, and a sample of them unpacked. */
@NullMarked
package dev.squeeze.engine.inspection;

import org.jspecify.annotations.NullMarked;
