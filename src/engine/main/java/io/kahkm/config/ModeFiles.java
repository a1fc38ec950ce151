package io.kahkm.config;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The models of one mode of a machine.
 *
 * @param file the model file whose map publishes in this mode; a relative path is relative to the
 *     working directory
 * @param shadow a second model file, which is on trial in this mode; empty for none
 */
public record ModeFiles(Path file, Optional<Path> shadow) {}
