package io.kahkm.internal.monitor.status;

import io.kahkm.internal.incident.Incident;
import java.util.Optional;

/**
 * The incidents of a stream.
 *
 * @param open the open one, absent where there is none
 * @param count how many so far, the open one included
 */
public record IncidentStatus(Optional<Incident> open, long count) {}
