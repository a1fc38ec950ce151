package io.kahkm.telemetry.http;

import com.sun.net.httpserver.Headers;
import io.kahkm.telemetry.Refusal;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * What a request that writes must look like, so that no page of another site can send it with the
 * login that a browser remembers: JSON, which another site may not send unasked, and by the
 * browser's own word of the same origin.
 */
final class WriteRules {
  /** Longest body in bytes: two texts of the longest kind. */
  static final int LONGEST_BODY = 16 * 1024;

  private static final Set<String> SITES = Set.of("same-origin", "none");

  private WriteRules() {}

  /**
   * A rule that is broken.
   *
   * @param refusal how it is counted
   * @param status HTTP status
   * @param message what is wrong
   */
  record Broken(Refusal refusal, int status, String message) {}

  /** The first rule that a request breaks, judged by its headers; empty if it may be read. */
  static Optional<Broken> broken(Headers headers) {
    if (foreign(headers)) {
      return Optional.of(
          new Broken(
              Refusal.ORIGIN,
              403,
              "only the page of this port may write; a proxy before it must pass on the header"
                  + " Host"));
    }
    String type = headers.getFirst("Content-Type");
    if (type == null || !type.toLowerCase(Locale.ROOT).startsWith("application/json")) {
      return Optional.of(new Broken(Refusal.BODY, 415, "the body must be application/json"));
    }
    String length = headers.getFirst("Content-Length");
    if (headers.containsKey("Transfer-Encoding") || length == null || !bounded(length)) {
      return Optional.of(
          new Broken(
              Refusal.BODY,
              413,
              "the body must have a Content-Length of at most " + LONGEST_BODY + " bytes"));
    }
    return Optional.empty();
  }

  private static boolean bounded(String length) {
    try {
      long bytes = Long.parseLong(length);
      return bytes >= 0 && bytes <= LONGEST_BODY;
    } catch (NumberFormatException none) {
      return false;
    }
  }

  /** Browsers say of which site a page is over TLS and on their own machine; else the origin. */
  private static boolean foreign(Headers headers) {
    String site = headers.getFirst("Sec-Fetch-Site");
    if (site != null) {
      return !SITES.contains(site);
    }
    String origin = headers.getFirst("Origin");
    if (origin == null) {
      return false;
    }
    int scheme = origin.indexOf("://");
    return scheme < 0 || !origin.substring(scheme + 3).equalsIgnoreCase(headers.getFirst("Host"));
  }
}
