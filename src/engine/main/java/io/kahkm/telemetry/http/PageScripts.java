package io.kahkm.telemetry.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The live page's own style and scripts, for a file that shows the same without an engine. Each
 * script imports others by a name in place of an address, for which a browser's import map stands.
 */
public final class PageScripts {
  /** Before the name of a script, where another one imports it. */
  public static final String PREFIX = "kahkm/";

  private static final Pattern IMPORT =
      Pattern.compile("(from |import |import\\()'\\./([a-z]+\\.js)'");

  private PageScripts() {}

  /**
   * The style of the page.
   *
   * @return CSS
   */
  public static String style() {
    return text("page.css");
  }

  /**
   * What a script imports of the page, at whatever distance.
   *
   * @param script text that imports as the page's scripts do
   * @return the page's scripts by name, without {@link #PREFIX}, each with renamed imports
   */
  public static Map<String, String> importedBy(String script) {
    Map<String, String> scripts = new LinkedHashMap<>();
    List<String> wanted = new ArrayList<>(imports(script));
    while (!wanted.isEmpty()) {
      String name = wanted.remove(0);
      if (!scripts.containsKey(name)) {
        String text = text(name);
        wanted.addAll(imports(text));
        scripts.put(name, renamed(text));
      }
    }
    return scripts;
  }

  private static List<String> imports(String script) {
    return IMPORT.matcher(script).results().map(match -> match.group(2)).toList();
  }

  /**
   * A script whose imports have names that the import map knows.
   *
   * @param script as the page has it
   * @return the same with {@link #PREFIX} before what it imports
   */
  public static String renamed(String script) {
    return IMPORT.matcher(script).replaceAll("$1'" + PREFIX + "$2'");
  }

  private static String text(String name) {
    return new String(
        PageFiles.instance().find("/page/" + name).orElseThrow().body(), StandardCharsets.UTF_8);
  }
}
