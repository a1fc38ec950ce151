package io.kahkm.topology;

import io.kahkm.config.ModeFiles;
import io.kahkm.config.ModeNames;
import io.kahkm.config.ModelSource;
import io.kahkm.text.NearName;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Reads the models of a machine with several modes: {@code model.by-mode} and its shadows. */
final class ModesReader {
  static final String MODELS = "by-mode";
  static final String SHADOWS = "shadow-by-mode";

  private ModesReader() {}

  /**
   * Reads the models of all modes.
   *
   * @param section of the model
   * @return by the mode's name in the order of the file; empty where the file has no modes, or
   *     something of them is wrong
   */
  static Map<String, ModeFiles> read(Section section) {
    Map<Path, String> users = new HashMap<>();
    Section models = section.section(MODELS);
    Section shadows = section.section(SHADOWS);
    Map<String, Path> files = files(models, users);
    Map<String, Path> trials = files(shadows, users);
    if (section.has(MODELS) && models.names().isEmpty() && models.healthy()) {
      section.error(MODELS, "names no mode; give at least one, such as {A: a.safetensors}");
    }
    if (section.has(SHADOWS) && !section.has(MODELS)) {
      section.error(SHADOWS, "needs model.by-mode, the models that publish");
    }
    for (String name : trials.keySet()) {
      if (section.has(MODELS) && !files.containsKey(name)) {
        shadows.error(
            name,
            "is no mode of model.by-mode"
                + NearName.of(name, files.keySet())
                    .map(near -> ", did you mean " + near + "?")
                    .orElse(""));
      }
    }
    Map<String, ModeFiles> modes = new LinkedHashMap<>();
    files.forEach(
        (name, file) ->
            modes.put(name, new ModeFiles(file, Optional.ofNullable(trials.get(name)))));
    return modes;
  }

  private static Map<String, Path> files(Section section, Map<Path, String> users) {
    Map<String, Path> files = new LinkedHashMap<>();
    Map<String, String> plain = new HashMap<>();
    for (String name : section.names()) {
      if (!name.equals(name.strip()) || name.isEmpty() || name.length() > ModeNames.LONGEST) {
        section.error(
            name,
            "\""
                + name
                + "\" is no name of a mode: it must have 1 to "
                + ModeNames.LONGEST
                + " characters, and no space at its ends");
      }
      String same = plain.putIfAbsent(ModeNames.plain(name), name);
      if (same != null) {
        section.error(name, "is the same number as " + section.path(same));
      }
      if (!section.has(name)) {
        section.error(name, "names no model file");
      }
      section
          .optionalText(name)
          .map(Path::of)
          .ifPresent(
              file -> {
                String other = users.putIfAbsent(file, section.path(name));
                if (other != null) {
                  section.error(name, "is the same file as " + other + "; name another one");
                }
                files.put(name, file);
              });
    }
    return files;
  }

  /** The section as {@code check} prints it. */
  static Map<String, Object> written(ModelSource model) {
    Map<String, Object> files = new LinkedHashMap<>();
    Map<String, Object> shadows = new LinkedHashMap<>();
    model
        .byMode()
        .forEach(
            (name, of) -> {
              files.put(name, of.file().toString());
              of.shadow().ifPresent(shadow -> shadows.put(name, shadow.toString()));
            });
    Map<String, Object> values = new LinkedHashMap<>();
    values.put(MODELS, files);
    if (!shadows.isEmpty()) {
      values.put(SHADOWS, shadows);
      values.put("promote", model.promotion().label());
    }
    return values;
  }
}
