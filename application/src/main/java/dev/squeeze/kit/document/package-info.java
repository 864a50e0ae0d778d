/**
 * Results as documents of blocks ({@link Document}, {@link Block}), rendered for the terminal, as Markdown and as HTML pages; JSON
 * and CSV output; reading documents back as results.
 */
@NullMarked
package dev.squeeze.kit.document;

import org.jspecify.annotations.NullMarked;
