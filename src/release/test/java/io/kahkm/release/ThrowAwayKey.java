package io.kahkm.release;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Date;
import org.bouncycastle.bcpg.ArmoredOutputStream;
import org.bouncycastle.bcpg.HashAlgorithmTags;
import org.bouncycastle.bcpg.PublicKeyAlgorithmTags;
import org.bouncycastle.bcpg.PublicKeyPacket;
import org.bouncycastle.bcpg.SymmetricKeyAlgorithmTags;
import org.bouncycastle.crypto.AsymmetricCipherKeyPair;
import org.bouncycastle.crypto.generators.Ed25519KeyPairGenerator;
import org.bouncycastle.crypto.params.Ed25519KeyGenerationParameters;
import org.bouncycastle.openpgp.PGPKeyPair;
import org.bouncycastle.openpgp.PGPKeyRingGenerator;
import org.bouncycastle.openpgp.PGPPublicKey;
import org.bouncycastle.openpgp.PGPSignature;
import org.bouncycastle.openpgp.operator.bc.BcPBESecretKeyEncryptorBuilder;
import org.bouncycastle.openpgp.operator.bc.BcPGPContentSignerBuilder;
import org.bouncycastle.openpgp.operator.bc.BcPGPDigestCalculatorProvider;
import org.bouncycastle.openpgp.operator.bc.BcPGPKeyPair;

/**
 * An OpenPGP key of one test.
 *
 * @param secret the armoured secret key
 * @param publicKey what verifies its signatures
 * @param armouredPublicKey the same, as gpg imports it
 */
record ThrowAwayKey(String secret, PGPPublicKey publicKey, String armouredPublicKey) {
  static ThrowAwayKey make(String passphrase) throws Exception {
    Ed25519KeyPairGenerator generator = new Ed25519KeyPairGenerator();
    generator.init(new Ed25519KeyGenerationParameters(new SecureRandom()));
    AsymmetricCipherKeyPair made = generator.generateKeyPair();
    PGPKeyPair pair =
        new BcPGPKeyPair(
            PublicKeyPacket.VERSION_4,
            PublicKeyAlgorithmTags.EDDSA_LEGACY,
            made,
            Date.from(Instant.parse("2026-01-01T00:00:00Z")));
    var digests = new BcPGPDigestCalculatorProvider();
    PGPKeyRingGenerator ring =
        new PGPKeyRingGenerator(
            PGPSignature.POSITIVE_CERTIFICATION,
            pair,
            "throw-away <nobody@example.org>",
            digests.get(HashAlgorithmTags.SHA1),
            null,
            null,
            new BcPGPContentSignerBuilder(
                PublicKeyAlgorithmTags.EDDSA_LEGACY, HashAlgorithmTags.SHA512),
            new BcPBESecretKeyEncryptorBuilder(
                    SymmetricKeyAlgorithmTags.AES_256, digests.get(HashAlgorithmTags.SHA256))
                .build(passphrase.toCharArray()));
    return new ThrowAwayKey(
        armoured(ring.generateSecretKeyRing().getEncoded()),
        pair.getPublicKey(),
        armoured(ring.generatePublicKeyRing().getEncoded()));
  }

  private static String armoured(byte[] encoded) throws Exception {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try (ArmoredOutputStream armour = ArmoredOutputStream.builder().build(text)) {
      armour.write(encoded);
    }
    return text.toString(StandardCharsets.UTF_8);
  }
}
