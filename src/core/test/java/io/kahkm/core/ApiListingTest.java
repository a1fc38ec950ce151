package io.kahkm.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Holds the public API by a listing under version control, so that no change of it goes unnoticed.
 * After an intended change: {@code mvn -pl src/core test -Dtest=ApiListingTest -Dkahkm.regenerate}.
 */
class ApiListingTest {
  private static final Path LISTING = Path.of("src/core/test/resources/api/io.kahkm.core.txt");
  private static final String PACKAGE = "io.kahkm.core.";

  @Test
  void thePublicApiIsWhatTheListingSays() throws Exception {
    String listing = listing(publicTypes());
    if (System.getProperty("kahkm.regenerate") != null) {
      Files.writeString(LISTING, listing);
    }
    List<String> promised = Files.readAllLines(LISTING);
    List<String> present = listing.lines().toList();

    assertThat(difference(promised, present))
        .as("lines of %s that the code lacks (-) and has besides (+)", LISTING)
        .isEmpty();
    assertThat(present).as("order of the listing").isEqualTo(promised);
  }

  @Test
  void noSignatureHasAnInternalType() throws Exception {
    assertThat(listing(publicTypes()).lines())
        .noneMatch(line -> line.contains("io.kahkm.internal"));
  }

  @Test
  void aListingShowsWhatIsMissingAndWhatIsNew() {
    assertThat(
            difference(List.of("class A", "A: one()", "A: two()"), List.of("class A", "A: one()")))
        .containsExactly("- A: two()");
    assertThat(difference(List.of("class A"), List.of("class A", "A: three()")))
        .containsExactly("+ A: three()");
    assertThat(listing(List.of(Novelty.class)))
        .contains("record io.kahkm.core.Novelty(double value, java.util.OptionalDouble limit")
        .contains("\nNovelty: double value()\n");
  }

  private static List<String> difference(List<String> promised, List<String> present) {
    List<String> lines = new ArrayList<>();
    promised.stream().filter(line -> !present.contains(line)).forEach(l -> lines.add("- " + l));
    present.stream().filter(line -> !promised.contains(line)).forEach(l -> lines.add("+ " + l));
    return lines;
  }

  private static List<Class<?>> publicTypes() throws IOException, URISyntaxException {
    Path classes =
        Path.of(KahkmModel.class.getProtectionDomain().getCodeSource().getLocation().toURI())
            .resolve("io/kahkm/core");
    List<Class<?>> types = new ArrayList<>();
    try (Stream<Path> files = Files.list(classes)) {
      for (Path file : files.sorted().toList()) {
        String name = file.getFileName().toString().replace(".class", "");
        if (!name.equals("package-info")) {
          Class<?> type = load(name);
          if (visible(type)) {
            types.add(type);
          }
        }
      }
    }
    return types;
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(PACKAGE + name);
    } catch (ClassNotFoundException impossible) {
      throw new AssertionError(impossible);
    }
  }

  /** Public, with every type around it. */
  private static boolean visible(Class<?> type) {
    return Modifier.isPublic(type.getModifiers())
        && (type.getEnclosingClass() == null || visible(type.getEnclosingClass()));
  }

  private static String listing(List<Class<?>> types) {
    StringBuilder text = new StringBuilder();
    types.stream()
        .sorted(Comparator.comparing(Class::getName))
        .forEach(
            type -> {
              text.append(head(type)).append('\n');
              String name = type.getName().substring(PACKAGE.length());
              members(type).sorted().forEach(line -> text.append(name + ": " + line + "\n"));
            });
    return text.toString();
  }

  private static String head(Class<?> type) {
    String modifiers = Modifier.toString(type.getModifiers());
    String kind = type.isRecord() ? "record" : type.isEnum() ? "enum" : "class";
    String components =
        type.isRecord()
            ? Arrays.stream(type.getRecordComponents())
                .map(ApiListingTest::component)
                .collect(Collectors.joining(", ", "(", ")"))
            : "";
    String parent = type.getSuperclass().getName();
    boolean plain = type.isRecord() || type.isEnum() || parent.equals("java.lang.Object");
    return modifiers
        + " "
        + kind
        + " "
        + type.getName()
        + components
        + (plain ? "" : " extends " + parent);
  }

  private static String component(RecordComponent component) {
    return component.getGenericType().getTypeName() + " " + component.getName();
  }

  private static Stream<String> members(Class<?> type) {
    Stream<String> fields =
        Arrays.stream(type.getDeclaredFields())
            .filter(field -> promised(field.getModifiers()))
            .map(ApiListingTest::field);
    Stream<String> constructors =
        Arrays.stream(type.getDeclaredConstructors())
            .filter(constructor -> promised(constructor.getModifiers()) && !type.isRecord())
            .map(ApiListingTest::constructor);
    Stream<String> methods =
        Arrays.stream(type.getDeclaredMethods())
            .filter(method -> promised(method.getModifiers()) && !method.isSynthetic())
            .map(ApiListingTest::method);
    return Stream.of(fields, constructors, methods).flatMap(lines -> lines);
  }

  private static boolean promised(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }

  private static String field(Field field) {
    return prefix(field.getModifiers())
        + field.getGenericType().getTypeName()
        + " "
        + field.getName();
  }

  private static String constructor(Constructor<?> constructor) {
    return "new " + signature(constructor);
  }

  private static String method(Method method) {
    return prefix(method.getModifiers() & ~Modifier.TRANSIENT)
        + method.getGenericReturnType().getTypeName()
        + " "
        + signature(method);
  }

  private static String prefix(int modifiers) {
    String text =
        Modifier.toString(modifiers & ~(Modifier.PUBLIC | Modifier.FINAL | Modifier.VOLATILE));
    return text.isEmpty() ? "" : text + " ";
  }

  private static String signature(Executable executable) {
    String parameters =
        Arrays.stream(executable.getGenericParameterTypes())
            .map(Type::getTypeName)
            .collect(Collectors.joining(", "));
    if (executable.isVarArgs()) {
      parameters = parameters.substring(0, parameters.length() - "[]".length()) + "...";
    }
    String errors =
        Arrays.stream(executable.getGenericExceptionTypes())
            .map(Type::getTypeName)
            .collect(Collectors.joining(", "));
    return executable.getName()
        + "("
        + parameters
        + ")"
        + (errors.isEmpty() ? "" : " throws " + errors);
  }
}
