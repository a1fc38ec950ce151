package io.kahkm;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;

@AnalyzeClasses(packages = "io.kahkm", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String[] NUMERIC = {
    "io.kahkm.internal.numeric..",
    "io.kahkm.internal.kahm..",
    "io.kahkm.internal.closure..",
    "io.kahkm.internal.certificate..",
    "io.kahkm.spectrum..",
    "io.kahkm.internal.evaluation..",
    "io.kahkm.profile..",
    "io.kahkm.internal.monitor.."
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
  static final ArchRule NUMERIC_PACKAGES_KNOW_NO_INFRASTRUCTURE =
      noClasses()
          .that()
          .resideInAnyPackage(NUMERIC)
          .or()
          .resideInAPackage("io.kahkm.reproduce..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.apache.kafka..",
              "kafka..",
              "io.micrometer..",
              "io.prometheus..",
              "com.fasterxml..",
              "picocli..",
              "org.slf4j..",
              "java.time..",
              "java.util.logging..");

  @ArchTest
  static final ArchRule NUMERIC_PACKAGES_KNOW_NO_CLOCK_AND_NO_RANDOMNESS =
      noClasses()
          .that()
          .resideInAnyPackage(NUMERIC)
          .or()
          .resideInAPackage("io.kahkm.reproduce..")
          .should()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(Math.class, "random");

  @ArchTest
  static final ArchRule NUMERIC_PACKAGES_USE_DETERMINISTIC_ELEMENTARY_FUNCTIONS =
      noClasses()
          .that()
          .resideInAnyPackage(NUMERIC)
          .or()
          .resideInAnyPackage("io.kahkm.system..", "io.kahkm.fitting..", "io.kahkm.reproduce..")
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

  @ArchTest
  static final ArchRule THE_MAP_DEPENDS_ON_NOTHING_ABOVE_IT =
      noClasses()
          .that()
          .resideInAPackage("io.kahkm.internal.kahm..")
          .should()
          .dependOnClassesThat(
              resideInAPackage("io.kahkm..")
                  .and(
                      DescribedPredicate.not(
                          resideInAnyPackage(
                              "io.kahkm.internal.kahm..", "io.kahkm.internal.numeric.."))));

  @ArchTest
  static final ArchRule NUMERIC_PACKAGES_DEPEND_ON_NO_EDGE =
      noClasses()
          .that()
          .resideInAnyPackage(NUMERIC)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.kahkm.stream..",
              "io.kahkm.telemetry..",
              "io.kahkm.broker..",
              "io.kahkm.cli..",
              "io.kahkm.reproduce..",
              "io.kahkm.system..",
              "io.kahkm.fitting..");

  @ArchTest
  static final ArchRule STUDIES_USE_NUMERIC_PACKAGES_AND_SYSTEMS_ONLY =
      noClasses()
          .that()
          .resideInAPackage("io.kahkm.reproduce..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.kahkm.stream..", "io.kahkm.telemetry..", "io.kahkm.broker..", "io.kahkm.cli..");

  @ArchTest
  static final ArchRule STREAM_AND_TELEMETRY_DO_NOT_KNOW_EACH_OTHER =
      noClasses()
          .that()
          .resideInAPackage("io.kahkm.stream..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.kahkm.telemetry..", "io.kahkm.cli..", "io.kahkm.broker..");

  @ArchTest
  static final ArchRule TELEMETRY_KNOWS_ONLY_THE_MONITOR =
      noClasses()
          .that()
          .resideInAPackage("io.kahkm.telemetry..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.kahkm.stream..", "io.kahkm.cli..", "io.kahkm.broker..");

  @ArchTest
  static final ArchRule THE_BROKER_STANDS_ALONE =
      noClasses()
          .that()
          .resideInAPackage("io.kahkm.broker..")
          .should()
          .dependOnClassesThat(
              resideInAPackage("io.kahkm..")
                  .and(DescribedPredicate.not(resideInAPackage("io.kahkm.broker.."))));

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

  @ArchTest
  static final ArchRule NOTHING_DEPENDS_ON_THE_COMMAND_LINE =
      classes()
          .that()
          .resideInAPackage("io.kahkm.cli..")
          .should()
          .onlyHaveDependentClassesThat()
          .resideInAPackage("io.kahkm.cli..");
}
