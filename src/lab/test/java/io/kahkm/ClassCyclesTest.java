package io.kahkm;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.core.importer.Locations;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;

/**
 * Classes that depend on each other in a circle can only be understood together: circles of more
 * than three are refused. A class stands for its nested ones. The JDK's jdeps finds what depends on
 * what: it also sees a constant of another class, which the compiler copies and ArchUnit therefore
 * misses.
 */
class ClassCyclesTest {
  private static final int LARGEST = 3;
  private static final Pattern EDGE =
      Pattern.compile("\\s+(io\\.kahkm\\S+)\\s+->\\s+(io\\.kahkm\\S+).*");

  private static final String PACKAGE = "io/kahkm";

  private static Map<String, Set<String>> dependencies = Map.of();

  @Test
  void noCircleHoldsMoreThanThreeClasses() throws Exception {
    assertThat(cycles(dependencies())).allMatch(cycle -> cycle.size() <= LARGEST);
  }

  @Test
  void findsACircleWhichIsNotThereWithoutOneOfItsEdges() {
    Map<String, Set<String>> edges = new TreeMap<>();
    edges.put("a", Set.of("b", "x"));
    edges.put("b", Set.of("c"));
    edges.put("c", Set.of("d"));
    edges.put("d", Set.of("a"));
    edges.put("x", Set.of());
    assertThat(cycles(edges)).containsExactly(new TreeSet<>(Set.of("a", "b", "c", "d")));

    edges.put("d", Set.of("x"));
    assertThat(cycles(edges)).isEmpty();
  }

  /** Constants are copied by the compiler, and are dependencies all the same. */
  @Test
  void seesAConstantOfAnotherClass() throws Exception {
    assertThat(dependencies().get("io.kahkm.internal.certificate.RollingWindow"))
        .contains("io.kahkm.internal.certificate.setting.WindowSettings");
    assertThat(dependencies().get("io.kahkm.internal.certificate.VerdictRules"))
        .contains("io.kahkm.internal.certificate.bound.AssessmentLimits");
  }

  /** Asked once: reading all classes takes seconds. */
  private static synchronized Map<String, Set<String>> dependencies() {
    if (dependencies.isEmpty()) {
      dependencies = read();
    }
    return dependencies;
  }

  private static Map<String, Set<String>> read() {
    List<String> places = places();
    StringWriter out = new StringWriter();
    List<String> arguments =
        new ArrayList<>(List.of("-v", "--ignore-missing-deps", "--multi-release", "17"));
    arguments.addAll(places);
    int code =
        ToolProvider.findFirst("jdeps")
            .orElseThrow()
            .run(new PrintWriter(out), new PrintWriter(out), arguments.toArray(String[]::new));
    assertThat(code).as(out.toString().lines().limit(5).toList().toString()).isZero();
    Map<String, Set<String>> edges = new TreeMap<>();
    out.toString()
        .lines()
        .map(EDGE::matcher)
        .filter(Matcher::matches)
        .forEach(
            edge -> {
              String from = outermost(edge.group(1));
              String to = outermost(edge.group(2));
              if (!from.equals(to)) {
                edges.computeIfAbsent(from, name -> new TreeSet<>()).add(to);
              }
            });
    return edges;
  }

  private static String outermost(String name) {
    return name.replaceFirst("\\$.*", "");
  }

  /** Directories and jars that the classes of main are loaded from. */
  private static List<String> places() {
    Set<String> places = new TreeSet<>();
    for (Location location : Locations.ofPackage("io.kahkm")) {
      if (new ImportOption.DoNotIncludeTests().includes(location)
          && new ArchitectureTest.WithoutFixtures().includes(location)) {
        String uri = location.asURI().toString();
        String root = uri.substring(0, uri.lastIndexOf(PACKAGE));
        boolean jar = root.startsWith("jar:");
        places.add(
            Path.of(URI.create(jar ? root.substring(4, root.indexOf("!/")) : root)).toString());
      }
    }
    return List.copyOf(places);
  }

  /** Strongly connected components of more than one node, by Tarjan's algorithm. */
  private static List<Set<String>> cycles(Map<String, Set<String>> edges) {
    Components components = new Components(edges);
    edges.keySet().forEach(components::visit);
    return components.found;
  }

  private static final class Components {
    private final Map<String, Set<String>> edges;
    private final Map<String, Integer> order = new HashMap<>();
    private final Map<String, Integer> low = new HashMap<>();
    private final Deque<String> open = new ArrayDeque<>();
    private final List<Set<String>> found = new ArrayList<>();

    private Components(Map<String, Set<String>> edges) {
      this.edges = edges;
    }

    private void visit(String node) {
      if (order.containsKey(node)) {
        return;
      }
      order.put(node, order.size());
      low.put(node, order.get(node));
      open.push(node);
      for (String next : edges.getOrDefault(node, Set.of())) {
        if (!order.containsKey(next)) {
          visit(next);
          low.merge(node, low.get(next), Math::min);
        } else if (open.contains(next)) {
          low.merge(node, order.get(next), Math::min);
        }
      }
      if (low.get(node).equals(order.get(node))) {
        Set<String> cycle = new TreeSet<>();
        String member;
        do {
          member = open.pop();
          cycle.add(member);
        } while (!member.equals(node));
        if (cycle.size() > 1) {
          found.add(cycle);
        }
      }
    }
  }
}
