package io.kahkm.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FaultDescriptionTest {
  private static List<EngineFault> faults() {
    return Stream.of(
            Stream.of(InstanceFault.values()),
            Stream.of(BrokerFault.values()),
            Stream.of(ClusterFault.values()),
            Stream.of(StateFault.values()),
            Stream.of(InputFault.values()),
            Stream.of(
                new AuthorizationLost(),
                new BrokerBehind(),
                new ModelUpgrade(),
                new PageAsked(),
                new PartitionAdded(),
                new Poisoned(),
                new PromotionFault(),
                new ReleaseRoll(Optional.empty()),
                new TransactionUpgrade()))
        .flatMap(faults -> faults.map(EngineFault.class::cast))
        .toList();
  }

  @Test
  void everyTextIsThatOfOneFaultAndEveryFaultHasItsTexts() throws IOException {
    Properties texts = new Properties();
    try (InputStream file = getClass().getResourceAsStream("/soak/faults.properties")) {
      texts.load(file);
    }

    Set<String> keys = new TreeSet<>();
    for (EngineFault fault : faults()) {
      keys.addAll(
          List.of(fault.label() + ".how", fault.label() + ".measured", fault.label() + ".sign"));
    }
    assertThat(texts.stringPropertyNames()).isEqualTo(keys);
    assertThat(keys).hasSize(3 * faults().size());
  }

  @Test
  void aFaultIsToldInOneSentenceAndItsSignIsFoundInALogOfManyLines() {
    FaultDescription poisoned = new Poisoned().description();

    assertThat(poisoned.how()).startsWith("both instances run a program that throws");
    assertThat(poisoned.measured()).startsWith("the reading sent to");
    assertThat(
            Pattern.compile(poisoned.sign())
                .matcher(
                    "2 of 2 attempts failed\nmore\nThe engine failed again on the record a which is"
                        + " quarantined")
                .find())
        .isTrue();
  }
}
