package io.kahkm.config;

import java.util.Optional;

/**
 * What becomes of incidents.
 *
 * @param topic where they are published, empty for nowhere
 * @param quiet readings in a row inside after which an incident is over, at least 1
 */
public record IncidentConfig(Optional<String> topic, int quiet) {}
