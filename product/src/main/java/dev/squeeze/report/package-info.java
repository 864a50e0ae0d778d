/** Finished results to text, JSON, CSV and Markdown. */
@NullMarked
package dev.squeeze.report;

import org.jspecify.annotations.NullMarked;
