package io.kahkm.mistakes;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.util.ArrayList;
import java.util.List;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** The program of a JVM that runs a few tests: its class path begins with the mistake. */
final class PlantedRun {
  /** Exit status where a test failed. */
  static final int NOTICED = 3;

  /** Exit status where all tests passed. */
  static final int PASSED = 0;

  /** Exit status where there was no test. */
  static final int NOTHING_RUN = 4;

  private PlantedRun() {}

  /**
   * Runs tests.
   *
   * @param arguments {@code full.class.Name} or {@code full.class.Name#method}
   */
  public static void main(String[] arguments) {
    List<DiscoverySelector> selectors = new ArrayList<>();
    for (String test : arguments) {
      int hash = test.indexOf('#');
      selectors.addAll(
          hash < 0
              ? List.of(selectClass(test))
              : methods(test.substring(0, hash), test.substring(hash + 1)));
    }
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request().selectors(selectors).build();
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    Launcher launcher = LauncherFactory.create();
    launcher.execute(request, listener);
    TestExecutionSummary summary = listener.getSummary();
    summary
        .getFailures()
        .forEach(
            failure ->
                System.out.println(
                    failure.getTestIdentifier().getDisplayName() + ": " + failure.getException()));
    boolean nothing = summary.getTestsSucceededCount() + summary.getTotalFailureCount() == 0;
    // Threads of what was tested may live on.
    System.exit(nothing ? NOTHING_RUN : summary.getTotalFailureCount() > 0 ? NOTICED : PASSED);
  }

  /** Methods are named without their parameters. */
  private static List<DiscoverySelector> methods(String type, String name) {
    try {
      Class<?> tests = Class.forName(type);
      List<DiscoverySelector> selectors = new ArrayList<>();
      for (var method : tests.getDeclaredMethods()) {
        if (method.getName().equals(name)) {
          selectors.add(selectMethod(tests, method));
        }
      }
      return selectors;
    } catch (ClassNotFoundException unknown) {
      throw new IllegalArgumentException(unknown);
    }
  }
}
