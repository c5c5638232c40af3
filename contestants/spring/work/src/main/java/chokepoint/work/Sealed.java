package chokepoint.work;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The result of one piece of a request, sealed with the id of that piece. Opened with the id of another request it is
 * noise, so an answer that mixes up results cannot prove itself.
 */
public record Sealed(Object value, byte[] seal) {

  /** @param piece 0 for the first piece of the request */
  public static Sealed of(String id, int piece, Object value) {
    return new Sealed(value, xor(sha256(String.valueOf(value)), sha256(pieceId(id, piece))));
  }

  byte[] opened(String id, int piece) {
    return xor(seal, sha256(pieceId(id, piece)));
  }

  private static String pieceId(String id, int piece) {
    return id + "/" + piece;
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException error) {
      throw new IllegalStateException(error);
    }
  }

  static byte[] sha256(String text) {
    return sha256().digest(text.getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] xor(byte[] a, byte[] b) {
    byte[] result = new byte[a.length];
    for (int i = 0; i < a.length; i++) {
      result[i] = (byte) (a[i] ^ b[i]);
    }
    return result;
  }
}
