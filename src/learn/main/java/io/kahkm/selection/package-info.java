/**
 * Choice of the number of classes C and the exponent omega: grids, the paper's selection rules
 * (section "Selection records and evaluation roles"), and the search that scores a grid cell by
 * cell.
 *
 * <p>What is fitted and scored is a {@link io.kahkm.selection.GridSearch.Trial}: the command line
 * and the paper's experiments bring their own and share everything else. A search may keep its
 * scores in a journal file and go on where it was interrupted; nothing else here touches a file.
 * Kafka, JSON and the command line may not be here.
 */
@NullMarked
package io.kahkm.selection;

import org.jspecify.annotations.NullMarked;
