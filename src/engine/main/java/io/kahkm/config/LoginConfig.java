package io.kahkm.config;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Who may read the HTTP port. The password comes from an environment variable or a file, never from
 * the topology file itself.
 *
 * @param user name, without a colon
 * @param password the password
 * @param variable environment variable the password came from, empty if it came from a file
 * @param file file the password came from, empty if it came from a variable
 */
public record LoginConfig(
    String user, Secret password, Optional<String> variable, Optional<Path> file) {}
