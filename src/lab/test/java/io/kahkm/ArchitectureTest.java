package io.kahkm;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;

/** What the compiler cannot hold: which module may use which is in the modules' poms. */
@AnalyzeClasses(
    packages = "io.kahkm",
    importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.WithoutFixtures.class})
class ArchitectureTest {
  /** Modules share their fixtures in jars of tests. */
  static final class WithoutFixtures implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("-tests.jar");
    }
  }

  /** Equal input gives equal bits here, on every machine and at any time. */
  private static final String[] REPEATABLE = {
    "io.kahkm.core..",
    "io.kahkm.internal..",
    "io.kahkm.spectrum..",
    "io.kahkm.profile..",
    "io.kahkm.reproduce.."
  };

  /**
   * Results of these differ between JVMs by a last bit, which would break "equal bits" between
   * runs.
   */
  private static final Set<String> TRANSCENDENTAL =
      Set.of(
          "exp", "expm1", "log", "log1p", "log10", "pow", "sin", "cos", "tan", "asin", "acos",
          "atan", "atan2", "sinh", "cosh", "tanh", "hypot", "cbrt", "random");

  @ArchTest
  static final ArchRule NUMERIC_PACKAGES_KNOW_NO_CLOCK_NO_LOG_AND_NO_RANDOMNESS =
      noClasses()
          .that()
          .resideInAnyPackage(REPEATABLE)
          .should()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(Math.class, "random")
          .orShould()
          .dependOnClassesThat()
          .resideInAnyPackage("java.util.logging..", "org.slf4j..")
          .orShould()
          .dependOnClassesThat()
          .haveFullyQualifiedName("java.time.Clock");

  @ArchTest
  static final ArchRule THE_CORE_OPENS_NO_FILE_BUT_A_MODEL =
      noClasses()
          .that()
          .resideInAnyPackage("io.kahkm.core..", "io.kahkm.internal..")
          .and(
              DescribedPredicate.not(
                  simpleName("ModelFile")
                      .or(simpleName("Safetensors"))
                      .or(simpleName("KahkmModel"))))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.nio.file..", "java.nio.channels..")
          .orShould()
          .dependOnClassesThat()
          .haveFullyQualifiedName("java.io.File");

  @ArchTest
  static final ArchRule NUMERIC_PACKAGES_USE_DETERMINISTIC_ELEMENTARY_FUNCTIONS =
      noClasses()
          .that()
          .resideInAnyPackage(REPEATABLE)
          .or()
          .resideInAnyPackage("io.kahkm.system..", "io.kahkm.fitting..")
          .should()
          .accessTargetWhere(
              new DescribedPredicate<JavaAccess<?>>(
                  "is a transcendental function of java.lang.Math") {
                @Override
                public boolean test(JavaAccess<?> access) {
                  return access.getTargetOwner().isEquivalentTo(Math.class)
                      && TRANSCENDENTAL.contains(access.getTarget().getName());
                }
              });

  @ArchTest
  static final ArchRule EJML_STAYS_SINGLE_THREADED =
      noClasses().should().dependOnClassesThat().haveSimpleNameContaining("_MT_");

  /** The kernels' provider is compiled in a module of its own, in the package it provides for. */
  @ArchTest
  static final ArchRule PACKAGES_ARE_FREE_OF_CYCLES =
      slices().matching("io.kahkm.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule STREAM_AND_TELEMETRY_DO_NOT_KNOW_EACH_OTHER =
      noClasses()
          .that()
          .resideInAPackage("io.kahkm.stream..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.kahkm.telemetry..");

  @ArchTest
  static final ArchRule TELEMETRY_DOES_NOT_KNOW_THE_TOPOLOGY =
      noClasses()
          .that()
          .resideInAPackage("io.kahkm.telemetry..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.kahkm.stream..");

  @ArchTest
  static final ArchRule KAFKA_SERVER_INTERNALS_STAY_IN_THE_BROKER =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.kahkm.broker..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "kafka..",
              "org.apache.kafka.server..",
              "org.apache.kafka.metadata..",
              "org.apache.kafka.raft..");
}
