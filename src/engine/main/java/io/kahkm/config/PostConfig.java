package io.kahkm.config;

import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An address that JSON is posted to. Such an address often is a secret: whoever knows it may post.
 *
 * @param url the address, {@code http} or {@code https}
 * @param written the address as it stands in the topology file, with the names of variables
 * @param headers headers of every post by name, in file order; the values come from environment
 *     variables, never from the topology file itself
 */
public record PostConfig(Secret url, String written, Map<String, OtlpConfig.Header> headers) {
  /** Copies the map. */
  public PostConfig {
    headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
  }

  /**
   * What may be shown of the address.
   *
   * @return host, and port where the address has one
   */
  public String host() {
    URI address = URI.create(url.reveal());
    return address.getPort() < 0 ? address.getHost() : address.getHost() + ":" + address.getPort();
  }
}
