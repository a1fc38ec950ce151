package io.kahkm.decode;

import io.kahkm.text.TimeFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Which fields of a payload hold what. A field of a nested object is named by its path, joined by
 * dots; fields are looked for in the element and then in the whole payload.
 *
 * @param each field that holds many elements, or {@link #WHOLE}: an array of objects, or an object
 *     whose entries are named by the tag; empty if the payload is one element
 * @param value field of an element's value; {@link #ALL} if all fields without another meaning are
 *     values named by their tag
 * @param time field of the time; empty to take the record's timestamp
 * @param timeFormat how times are written
 * @param quality field of the quality code, if there is one
 * @param good codes that are good; empty for the usual ones, see {@link Quality}
 * @param stream where the stream's name is
 * @param tag where the tag's name is
 */
public record FieldRules(
    Optional<String> each,
    String value,
    Optional<String> time,
    TimeFormat timeFormat,
    Optional<String> quality,
    Set<String> good,
    NameRule stream,
    NameRule tag) {
  /** The value's name when all fields are values. */
  public static final String ALL = "*";

  /** The name of the whole payload, where that is an array. */
  public static final String WHOLE = ".";

  /** Copies the codes. */
  public FieldRules {
    Objects.requireNonNull(value, "value");
    good = Set.copyOf(good);
  }
}
