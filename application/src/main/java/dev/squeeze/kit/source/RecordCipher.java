package dev.squeeze.kit.source;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts each record separately, like a producer with client-side encryption: AES-128 in Galois/counter mode; a
 * record consists of nonce, ciphertext and tag. The nonce counts the records (NIST SP 800-38D, 8.2.1), so each reading
 * gives the same bytes.
 */
final class RecordCipher {
    /** Bytes added to each record: a nonce of 12 and a tag of 16. */
    static final int OVERHEAD_BYTES = 28;

    private static final int NONCE_BYTES = 12;
    private static final int TAG_BYTES = OVERHEAD_BYTES - NONCE_BYTES;

    /** Not a secret, as the plaintext is public; fixed so that the sample is the same everywhere. */
    private static final SecretKeySpec KEY =
            new SecretKeySpec("a public example".getBytes(StandardCharsets.US_ASCII), "AES");

    private final Cipher cipher;
    private long records;

    RecordCipher() {
        try {
            this.cipher = Cipher.getInstance("AES/GCM/NoPadding");
        } catch (GeneralSecurityException e) {
            throw noCipher(e);
        }
    }

    byte[] encrypt(byte[] record) {
        ByteBuffer out = ByteBuffer.allocate(record.length + OVERHEAD_BYTES);
        byte[] nonce = ByteBuffer.allocate(NONCE_BYTES)
                .putLong(NONCE_BYTES - Long.BYTES, records++)
                .array();
        try {
            cipher.init(Cipher.ENCRYPT_MODE, KEY, new GCMParameterSpec(TAG_BYTES * Byte.SIZE, nonce));
            out.put(nonce);
            cipher.doFinal(ByteBuffer.wrap(record), out);
            return out.array();
        } catch (GeneralSecurityException e) {
            throw noCipher(e);
        }
    }

    private static SourceException noCipher(GeneralSecurityException e) {
        return new SourceException(
                "sample:encrypted-events: this Java runtime has no AES/GCM; choose another sample", e);
    }
}
