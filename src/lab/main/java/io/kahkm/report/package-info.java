/**
 * Results as tables and figures, and their text and CSV. It knows no study and no benchmark: what
 * the numbers mean may not be here.
 */
package io.kahkm.report;
