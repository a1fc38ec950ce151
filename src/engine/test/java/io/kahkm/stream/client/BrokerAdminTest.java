package io.kahkm.stream.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kahkm.testing.BrokerStandIn;
import io.kahkm.topology.TopologyConfig;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Questions to a cluster that answers, refuses, or says nothing. */
class BrokerAdminTest {
  private final BrokerStandIn cluster = new BrokerStandIn();
  private BrokerAdmin brokers;

  @BeforeEach
  void open() throws Exception {
    brokers =
        BrokerAdmin.open(
            TopologyConfig.parse(
                "name: pump\nmodel: {file: unused}\ninput: {state: [q, p]}\n"
                    + "kafka: {bootstrap.servers: '"
                    + cluster.servers()
                    + "'}\n",
                "pump",
                Map.of()));
  }

  @AfterEach
  void close() {
    brokers.close();
    cluster.close();
  }

  @Test
  void aTopicsLimitIsItsOwn() throws Exception {
    cluster.topic("pump.states", 1).set("max.message.bytes", 17).set("retention.ms", 4);
    cluster.set("message.max.bytes", 18);
    assertThat(brokers.messageLimit("pump.states")).isEqualTo(17);
    assertThatThrownBy(() -> brokers.messageLimit("pump.nowhere"))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(UnknownTopicOrPartitionException.class);
  }

  @Test
  void theUsualLimitIsThatOfTheBrokersWhereTheyTellIt() throws Exception {
    cluster.topic("0", 1).set("message.max.bytes", 3);
    assertThat(brokers.usualMessageLimit()).as("without the setting").isEqualTo(Long.MAX_VALUE);
    cluster.set("message.max.bytes", 18);
    assertThat(brokers.usualMessageLimit()).isEqualTo(18);
    cluster.refuse(Errors.CLUSTER_AUTHORIZATION_FAILED);
    assertThat(brokers.usualMessageLimit()).as("not allowed").isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void whatTheBrokersAnswerIsGivenOn() throws Exception {
    KafkaFutureImpl<String> answered = new KafkaFutureImpl<>();
    answered.complete("yes");
    assertThat(brokers.answer(answered)).isEqualTo("yes");
    KafkaFutureImpl<String> refused = new KafkaFutureImpl<>();
    refused.completeExceptionally(new TopicAuthorizationException("no"));
    assertThatThrownBy(() -> brokers.answer(refused))
        .isInstanceOfSatisfying(
            ExecutionException.class,
            failure -> assertThat(BrokerAdmin.refusal(failure)).hasMessage("no"));
  }

  @Test
  void noAnswerWithinAMinuteSaysWhatToCheck() {
    KafkaFutureImpl<String> silent =
        new KafkaFutureImpl<>() {
          @Override
          public String get(long timeout, TimeUnit unit) throws TimeoutException {
            throw new TimeoutException(timeout + " " + unit);
          }
        };
    assertThatThrownBy(() -> brokers.answer(silent))
        .isInstanceOf(EngineException.class)
        .hasMessage(
            "no answer from "
                + cluster.servers()
                + "; check kafka.bootstrap.servers, the network, and that kafka.security.protocol"
                + " matches the brokers' listener")
        .hasRootCauseMessage("60 SECONDS");
  }

  @Test
  void aThreadThatIsToStopWaitsNoLongerAndStaysInterrupted() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> brokers.answer(new KafkaFutureImpl<>()))
        .isInstanceOf(EngineException.class)
        .hasMessage("interrupted while looking at topics");
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void aLoginThatIsRefusedHasARemedy() {
    String certificate =
        "; check kafka.ssl.truststore.*, which must contain the brokers' certificate, and"
            + " kafka.ssl.keystore.* if they require one of yours";
    assertThat(BrokerAdmin.remedy(new SslAuthenticationException("SSL handshake failed")))
        .isEqualTo(" (SSL handshake failed)" + certificate);
    assertThat(
            BrokerAdmin.remedy(
                new SslAuthenticationException(
                    "SSL handshake failed", new IllegalStateException("no path"))))
        .isEqualTo(" (no path)" + certificate);
    AuthenticationException password = new SaslAuthenticationException("wrong password");
    assertThat(BrokerAdmin.remedy(password))
        .isEqualTo("; check kafka.sasl.mechanism and kafka.sasl.jaas.config");
    assertThat(BrokerAdmin.remedy(new TopicAuthorizationException("no")))
        .isEqualTo("; the brokers' ACLs must allow it, see docs/operate/security.md");
    assertThat(BrokerAdmin.remedy(new UnknownTopicOrPartitionException())).isEmpty();
    assertThat(BrokerAdmin.remedy(null)).isEmpty();
  }

  @Test
  void itsClientIsClosedWithIt() {
    brokers.close();
    assertThatThrownBy(() -> brokers.answer(brokers.admin().describeCluster().nodes()))
        .isInstanceOf(ExecutionException.class);
  }
}
