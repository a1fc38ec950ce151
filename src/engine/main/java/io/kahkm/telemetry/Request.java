package io.kahkm.telemetry;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What of a request decides the answer.
 *
 * @param path path as sent, still encoded: an encoded slash is part of an id
 * @param query decoded parameters, the first of each name
 * @param accept value of the Accept header, empty if there was none
 */
public record Request(String path, Map<String, String> query, String accept) {
  /** Milliseconds of which the nanoseconds still fit a 64-bit integer. */
  private static final long MOST_TIME = 9_000_000_000_000L;

  /** Copies the parameters. */
  public Request {
    query = Map.copyOf(query);
  }

  /** Takes a request apart. */
  public static Request of(String rawPath, String rawQuery, String accept) {
    Map<String, String> parameters = new HashMap<>();
    if (rawQuery != null) {
      for (String part : rawQuery.split("&")) {
        int equals = part.indexOf('=');
        String name = equals < 0 ? part : part.substring(0, equals);
        String value = equals < 0 ? "" : part.substring(equals + 1);
        parameters.putIfAbsent(decode(name), decode(value));
      }
    }
    return new Request(rawPath, parameters, accept == null ? "" : accept);
  }

  /** What follows a prefix of the path, decoded; in a path a plus sign is a plus sign. */
  public Optional<String> after(String prefix) {
    if (!path.startsWith(prefix) || path.length() == prefix.length()) {
      return Optional.empty();
    }
    return Optional.of(decode(path.substring(prefix.length()).replace("+", "%2B")));
  }

  /**
   * What stands between a prefix and a suffix of the path, decoded. An id that ends like the suffix
   * has its slash encoded.
   */
  public Optional<String> between(String prefix, String suffix) {
    if (!path.endsWith(suffix)) {
      return Optional.empty();
    }
    String shorter = path.substring(0, path.length() - suffix.length());
    return new Request(shorter, Map.of(), "").after(prefix);
  }

  private static String decode(String text) {
    // The server has parsed the address, so every escape in it is whole.
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  /** A text among the parameters, which may be the empty string. */
  public Optional<String> given(String name) {
    return Optional.ofNullable(query.get(name));
  }

  /** A text among the parameters, empty if it is not there. */
  public String text(String name) {
    return query.getOrDefault(name, "");
  }

  /**
   * A word among the parameters; the first choice if it is not there.
   *
   * @throws BadRequestException naming the parameter, if it is there and none of the choices
   */
  public String oneOf(String name, List<String> choices) {
    String word = query.getOrDefault(name, choices.get(0));
    if (!choices.contains(word)) {
      throw new BadRequestException(name + " must be one of " + String.join(", ", choices));
    }
    return word;
  }

  /**
   * A whole number among the parameters.
   *
   * @throws BadRequestException naming the parameter, if it is there and out of range
   */
  public int number(String name, int absent, int least, int most) {
    String text = query.get(name);
    if (text == null) {
      return absent;
    }
    try {
      int value = Integer.parseInt(text);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Falls through to the one message for both faults.
    }
    throw new BadRequestException(name + " must be a whole number from " + least + " to " + most);
  }

  /**
   * A time among the parameters.
   *
   * @return milliseconds since the epoch, empty if it is not there
   * @throws BadRequestException naming the parameter, if it is there and no such number
   */
  public OptionalLong time(String name) {
    String text = text(name);
    if (text.isEmpty()) {
      return OptionalLong.empty();
    }
    try {
      long time = Long.parseLong(text);
      if (time >= -MOST_TIME && time <= MOST_TIME) {
        return OptionalLong.of(time);
      }
    } catch (NumberFormatException notOne) {
      // Falls through to the one message for both faults.
    }
    throw new BadRequestException(
        name + " must be a whole number of milliseconds since 1970, up to " + MOST_TIME);
  }
}
