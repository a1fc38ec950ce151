package io.kahkm.config;

import java.math.BigDecimal;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The names of the modes that have a model, as records may write them: a mode is text, and a number
 * is the same mode however it is written, such as {@code 1}, {@code "1"} and {@code 1.0}.
 * Immutable.
 */
public final class ModeNames {
  /** Characters of a mode at most. */
  public static final int LONGEST = 256;

  private static final Pattern NUMBER = Pattern.compile("[+-]?\\d{1,30}(\\.\\d{0,30})?");

  /** Each name by its plain form. */
  private final Map<String, String> names = new HashMap<>();

  /**
   * The names of a file.
   *
   * @param names as the file has them; no two have the same {@link #plain} form
   */
  public ModeNames(Collection<String> names) {
    names.forEach(name -> this.names.put(plain(name), name));
  }

  /**
   * The mode that a record names.
   *
   * @param text as the record has it
   * @return the name in the file, null where no mode with a model has it
   */
  public @Nullable String find(String text) {
    String exact = names.get(text);
    return exact == null ? names.get(plain(text)) : exact;
  }

  /**
   * The form that two ways to write one number share; other text is its own.
   *
   * @param text a mode
   * @return the shortest decimal of a number, the text of anything else
   */
  public static String plain(String text) {
    if (!NUMBER.matcher(text).matches()) {
      return text;
    }
    BigDecimal number = new BigDecimal(text);
    return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
  }
}
