package dev.squeeze.kit.source;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts records one by one as a producer does that encrypts on the client's side: AES-128 in Galois/counter mode, the
 * record being nonce, ciphertext and tag. The nonce counts the records (NIST SP 800-38D, 8.2.1), so that each reading
 * gives the same bytes.
 */
final class RecordCipher {
    /** Bytes that a record grows by: a nonce of 12 and a tag of 16. */
    static final int OVERHEAD_BYTES = 28;

    private static final int NONCE_BYTES = 12;
    private static final int TAG_BYTES = OVERHEAD_BYTES - NONCE_BYTES;

    /** No secret: what it hides is public. It is fixed so that the sample is the same everywhere. */
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
