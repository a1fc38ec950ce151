/**
 * Records out: values of forecasts, certificates and rejects as JSON and Avro, their headers and
 * how large they may be. A computation of its own, and what decides whether a record goes out, may
 * not be here.
 */
@NullMarked
package io.kahkm.stream.output;

import org.jspecify.annotations.NullMarked;
