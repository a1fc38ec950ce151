package io.kahkm.alert;

import io.kahkm.config.LoginConfig;
import io.kahkm.config.MailConfig;
import io.kahkm.config.MailTls;
import jakarta.activation.DataHandler;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Part;
import jakarta.mail.SendFailedException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import jakarta.mail.util.ByteArrayDataSource;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Properties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends alerts as e-mails, with a picture in them. A second e-mail of the same incident has the
 * same {@code Message-ID}, so that mail programs can tell.
 */
final class MailChannel implements AlertChannel {
  private static final Logger LOGGER = LoggerFactory.getLogger(MailChannel.class);
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final String UTF_8 = "UTF-8";
  private static final String PICTURE = "curves";

  private final MailConfig config;
  private final Session session;

  /**
   * A channel that has not connected.
   *
   * @param config how to send
   */
  MailChannel(MailConfig config) {
    this(config, new Properties());
  }

  /** A channel with further settings of the mail library, such as what a test trusts. */
  MailChannel(MailConfig config, Properties more) {
    this.config = config;
    Properties settings = new Properties();
    String protocol = "mail." + protocol() + ".";
    settings.put("mail.transport.protocol", protocol());
    settings.put(protocol + "connectiontimeout", Long.toString(CONNECT_TIMEOUT.toMillis()));
    settings.put(protocol + "timeout", Long.toString(TIMEOUT.toMillis()));
    settings.put(protocol + "writetimeout", Long.toString(TIMEOUT.toMillis()));
    settings.put(protocol + "ssl.checkserveridentity", "true");
    if (config.tls() == MailTls.STARTTLS) {
      settings.put(protocol + "starttls.enable", "true");
      settings.put(protocol + "starttls.required", "true");
    }
    settings.put(protocol + "auth", Boolean.toString(config.login().isPresent()));
    // One recipient whom the server does not know keeps nothing from the others.
    settings.put(protocol + "sendpartial", "true");
    settings.putAll(more);
    session = Session.getInstance(settings);
  }

  private String protocol() {
    return config.tls() == MailTls.TLS ? "smtps" : "smtp";
  }

  @Override
  public String name() {
    return "mail";
  }

  @Override
  public String place() {
    return config.server().toString();
  }

  @Override
  public void deliver(Alert alert) throws DeliveryException {
    try {
      MimeMessage message = message(alert);
      try (Transport transport = session.getTransport(protocol())) {
        Optional<LoginConfig> login = config.login();
        transport.connect(
            config.server().host(),
            config.server().port(),
            login.map(LoginConfig::user).orElse(null),
            login.map(known -> known.password().reveal()).orElse(null));
        transport.sendMessage(message, message.getAllRecipients());
      }
    } catch (SendFailedException refused) {
      if (sentTo(refused) == 0) {
        throw new DeliveryException("no recipient was taken: " + firstLine(refused));
      }
      LOGGER.warn(
          "An e-mail went to {} of {} recipients of alerts.mail.to; the mail server refused the"
              + " others: {}",
          sentTo(refused),
          config.to().size(),
          firstLine(refused));
    } catch (MessagingException failure) {
      throw new DeliveryException(firstLine(failure));
    }
  }

  private static int sentTo(SendFailedException refused) {
    return refused.getValidSentAddresses() == null ? 0 : refused.getValidSentAddresses().length;
  }

  /** What the mail server or the library says; neither repeats a password. */
  private static String firstLine(MessagingException failure) {
    return String.valueOf(failure.getMessage())
        .lines()
        .findFirst()
        .orElse(failure.getClass().getSimpleName());
  }

  private MimeMessage message(Alert alert) throws MessagingException {
    String id = "<" + digest(alert.id()) + "@kahkm>";
    MimeMessage message =
        new MimeMessage(session) {
          @Override
          protected void updateMessageID() throws MessagingException {
            setHeader("Message-ID", id);
          }
        };
    message.setFrom(new InternetAddress(config.from(), true));
    for (String recipient : config.to()) {
      message.addRecipient(Message.RecipientType.TO, new InternetAddress(recipient, true));
    }
    message.setSubject(alert.title(), UTF_8);
    message.setSentDate(Date.from(Instant.now()));
    // No answers by machines, such as of people who are away.
    message.setHeader("Auto-Submitted", "auto-generated");
    MimeBodyPart text = new MimeBodyPart();
    text.setText(MailText.plain(alert), UTF_8);
    MimeBodyPart html = new MimeBodyPart();
    html.setText(MailText.html(alert, PICTURE), UTF_8, "html");
    MimeMultipart related = new MimeMultipart("related");
    related.addBodyPart(html);
    if (alert.picture().isPresent()) {
      related.addBodyPart(picture(alert.picture().get()));
    }
    MimeBodyPart shown = new MimeBodyPart();
    shown.setContent(related);
    MimeMultipart either = new MimeMultipart("alternative");
    either.addBodyPart(text);
    either.addBodyPart(shown);
    message.setContent(either);
    message.saveChanges();
    return message;
  }

  private static MimeBodyPart picture(byte[] png) throws MessagingException {
    MimeBodyPart picture = new MimeBodyPart();
    picture.setDataHandler(new DataHandler(new ByteArrayDataSource(png, "image/png")));
    picture.setContentID("<" + PICTURE + ">");
    picture.setDisposition(Part.INLINE);
    picture.setFileName(PICTURE + ".png");
    return picture;
  }

  private static String digest(String id) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(id.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }
}
