/**
 * What the paper prints, and the terms in which a computed value is set beside it: entries of
 * tables, points of figures, agreement, persistence's score. Computing a value may not be here.
 */
package io.kahkm.reproduce.paper.print;
