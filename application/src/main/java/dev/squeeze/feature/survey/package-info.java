/** {@code squeeze survey}: all topics of a cluster, ranked by what a change would save. */
@NullMarked
package dev.squeeze.feature.survey;

import org.jspecify.annotations.NullMarked;
