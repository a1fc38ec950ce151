/**
 * The paper's tables and figures as studies that a command runs and prints. Fitting, measuring and
 * drawing may not be here.
 */
package io.kahkm.reproduce.paper.study;
