package io.kahkm.release;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import org.bouncycastle.bcpg.ArmoredOutputStream;
import org.bouncycastle.bcpg.HashAlgorithmTags;
import org.bouncycastle.openpgp.PGPException;
import org.bouncycastle.openpgp.PGPPrivateKey;
import org.bouncycastle.openpgp.PGPSecretKey;
import org.bouncycastle.openpgp.PGPSecretKeyRing;
import org.bouncycastle.openpgp.PGPSecretKeyRingCollection;
import org.bouncycastle.openpgp.PGPSignature;
import org.bouncycastle.openpgp.PGPSignatureGenerator;
import org.bouncycastle.openpgp.PGPSignatureSubpacketGenerator;
import org.bouncycastle.openpgp.PGPUtil;
import org.bouncycastle.openpgp.operator.bc.BcKeyFingerprintCalculator;
import org.bouncycastle.openpgp.operator.bc.BcPBESecretKeyDecryptorBuilder;
import org.bouncycastle.openpgp.operator.bc.BcPGPContentSignerBuilder;
import org.bouncycastle.openpgp.operator.bc.BcPGPDigestCalculatorProvider;

/**
 * Detached OpenPGP signatures, armoured. With RSA or Ed25519 the same key, bytes and time give the
 * same signature.
 */
final class Signer {
  /** The variable of the environment that holds the armoured secret key. */
  static final String KEY = "KAHKM_SIGNING_KEY";

  /** The variable of the environment that holds its passphrase; a key may have none. */
  static final String PASSPHRASE = "KAHKM_SIGNING_PASSPHRASE";

  private final PGPSecretKey key;
  private final PGPPrivateKey secret;
  private final Date time;

  /**
   * Opens a key.
   *
   * @param armoured the secret key
   * @param passphrase its passphrase, empty where it has none
   * @param time when signatures are said to be made; a key that is younger signs at its own time
   * @throws ReleaseException where the key cannot be read, opened or cannot sign
   */
  Signer(String armoured, String passphrase, Instant time) {
    if (!armoured.contains("-----BEGIN PGP PRIVATE KEY BLOCK-----")) {
      throw new ReleaseException(KEY + ": no armoured secret key of OpenPGP");
    }
    try (InputStream in =
        PGPUtil.getDecoderStream(
            new ByteArrayInputStream(armoured.getBytes(StandardCharsets.UTF_8)))) {
      key = signing(new PGPSecretKeyRingCollection(in, new BcKeyFingerprintCalculator()));
      secret =
          key.extractPrivateKey(
              new BcPBESecretKeyDecryptorBuilder(new BcPGPDigestCalculatorProvider())
                  .build(passphrase.toCharArray()));
    } catch (PGPException e) {
      throw new ReleaseException(KEY + ": cannot be opened with " + PASSPHRASE);
    } catch (IOException e) {
      throw new ReleaseException(KEY + ": cannot be read: " + e.getMessage());
    }
    Date born = key.getPublicKey().getCreationTime();
    this.time = born.toInstant().isAfter(time) ? born : Date.from(time);
  }

  private static PGPSecretKey signing(PGPSecretKeyRingCollection rings) {
    for (PGPSecretKeyRing ring : rings) {
      for (PGPSecretKey candidate : ring) {
        if (candidate.isSigningKey() && !candidate.isPrivateKeyEmpty()) {
          return candidate;
        }
      }
    }
    throw new ReleaseException(KEY + ": no secret key that can sign");
  }

  /** Writes a file's signature beside it, with the ending {@code .asc}. */
  void sign(Path file) throws IOException {
    try {
      PGPSignatureGenerator generator =
          new PGPSignatureGenerator(
              new BcPGPContentSignerBuilder(
                  key.getPublicKey().getAlgorithm(), HashAlgorithmTags.SHA512),
              key.getPublicKey());
      generator.init(PGPSignature.BINARY_DOCUMENT, secret);
      PGPSignatureSubpacketGenerator about = new PGPSignatureSubpacketGenerator();
      about.setSignatureCreationTime(false, time);
      about.setIssuerFingerprint(false, key);
      generator.setHashedSubpackets(about.generate());
      generator.update(Files.readAllBytes(file));
      ByteArrayOutputStream text = new ByteArrayOutputStream();
      try (ArmoredOutputStream armour = ArmoredOutputStream.builder().clearHeaders().build(text)) {
        generator.generate().encode(armour);
      }
      Files.write(file.resolveSibling(file.getFileName() + ".asc"), text.toByteArray());
    } catch (PGPException e) {
      throw new ReleaseException(file + ": cannot be signed: " + e.getMessage());
    }
  }
}
