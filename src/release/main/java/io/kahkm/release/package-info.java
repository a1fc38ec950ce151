/**
 * What a release is made of: its rules, files, checksums, signatures and provenance. It reads the
 * files of a checkout. What a published program uses may not be here.
 */
@NullMarked
package io.kahkm.release;

import org.jspecify.annotations.NullMarked;
