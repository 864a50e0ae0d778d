/** The compression settings that exist, and the bare libraries behind them. */
@NullMarked
package dev.squeeze.codec;

import org.jspecify.annotations.NullMarked;
