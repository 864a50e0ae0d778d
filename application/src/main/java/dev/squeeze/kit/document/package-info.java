/**
 * Results as documents of blocks ({@link Document}, {@link Block}), rendered for the terminal, as Markdown and as
 * pages; JSON and CSV; documents read back as results.
 */
@NullMarked
package dev.squeeze.kit.document;

import org.jspecify.annotations.NullMarked;
