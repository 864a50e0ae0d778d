/** Finished results to text, JSON, CSV, Markdown and HTML, and documents back to results. */
@NullMarked
package dev.squeeze.kit.document;

import org.jspecify.annotations.NullMarked;
