/**
 * The HTTP port: probes, metrics, the live page and its JSON API, logins, and the questions that
 * one instance asks of another.
 *
 * <p>What is counted and kept of streams may not be here; it is asked of {@link
 * io.kahkm.telemetry.EngineTelemetry}.
 */
@NullMarked
package io.kahkm.telemetry.http;

import org.jspecify.annotations.NullMarked;
