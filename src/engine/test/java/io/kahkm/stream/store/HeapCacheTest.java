package io.kahkm.stream.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.kahkm.internal.numeric.StateWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Streams are counted with what they take now. A fleet that was counted as it began would fill the
 * heap many times over by the time its monitors are grown.
 */
class HeapCacheTest {
  private static final long ROOM = 100;

  private final HeapBudget budget = new HeapBudget(ROOM);
  private final List<String> left = new ArrayList<>();
  private final HeapCache<Grown> cache =
      new HeapCache<>(budget, held -> 10 + held.sequence, held -> left.add(held.name));

  /** Takes a byte more with every record. */
  private static final class Grown extends HeldStream {
    private final String name;

    Grown(String name) {
      super(bytes(name), 0, null);
      this.name = name;
    }

    @Override
    protected long lastTime() {
      return 0;
    }

    @Override
    protected void write(StateWriter writer) {
      throw new UnsupportedOperationException("nothing is stored here");
    }
  }

  private static byte[] bytes(String name) {
    return name.getBytes(StandardCharsets.UTF_8);
  }

  private Grown hold(String name) {
    Grown held = new Grown(name);
    cache.put(held);
    return held;
  }

  @Test
  void aStreamThatGrowsMakesTheOldestLeave() {
    for (int i = 0; i < 10; i++) {
      hold("s" + i);
    }
    assertThat(budget.used()).isEqualTo(ROOM);
    assertThat(left).isEmpty();

    Grown growing = cache.get(bytes("s0"));
    growing.sequence = 15;
    assertThat(cache.get(bytes("s0"))).isSameAs(growing);

    assertThat(left).containsExactly("s1", "s2");
    assertThat(budget.used()).isEqualTo(ROOM - 20 + 15);
  }

  /** Where streams take turns, the oldest is the one that is wanted next. */
  @Test
  void mostlyTheStreamReadLastMakesRoomAndNowAndThenTheOldest() {
    for (int i = 0; i < 19; i++) {
      hold("s" + i);
    }
    assertThat(left).containsExactly("s9", "s10", "s11", "s12", "s13", "s14", "s15", "s0", "s17");
    assertThat(budget.used()).isEqualTo(ROOM);
    assertThat(cache.holds(bytes("s1"))).isTrue();
    assertThat(cache.holds(bytes("s0"))).isFalse();
    assertThat(cache.get(bytes("s0"))).isNull();
  }

  @Test
  void aStreamThatIsForgottenDoesNotLeaveBesides() {
    for (int i = 0; i < 10; i++) {
      hold("s" + i);
    }
    Grown second = cache.get(bytes("s1"));
    cache.drop(second);
    hold("s10");
    // The one read last still is, since another was forgotten.
    hold("s11");
    assertThat(left).containsExactly("s10");

    Grown last = cache.get(bytes("s11"));
    cache.drop(last);
    hold("s12");
    assertThat(left).containsExactly("s10");
    assertThat(budget.used()).isEqualTo(ROOM);
    cache.dropAll();
    assertThat(cache.holds(bytes("s5"))).isFalse();
    hold("s13");
    assertThat(left).as("nothing that was forgotten leaves").containsExactly("s10");
  }

  @Test
  void theStreamInUseStaysHoweverLargeItGrows() {
    hold("other");
    Grown growing = hold("growing");
    growing.sequence = 10 * ROOM;

    assertThat(cache.get(bytes("growing"))).isSameAs(growing);
    assertThat(left).containsExactly("other");
  }

  @Test
  void whatWasTakenIsGivenBackWhoeverLeaves() {
    Grown dropped = hold("dropped");
    hold("last").sequence = 30;
    assertThat(cache.get(bytes("last"))).isNotNull();
    assertThat(budget.used()).isEqualTo(50);

    // Not counted yet with what it takes by now.
    dropped.sequence = 5;
    cache.drop(dropped);
    assertThat(budget.used()).isEqualTo(40);
    cache.drop(dropped);
    assertThat(budget.used()).isEqualTo(40);

    cache.dropAll();
    assertThat(budget.used()).isZero();
  }

  @Test
  void aStreamThatLeftAndComesBackIsCountedAgain() {
    Grown held = hold("s");
    cache.drop(held);
    assertThat(budget.used()).isZero();

    cache.put(held);

    assertThat(budget.used()).isEqualTo(10);
  }
}
