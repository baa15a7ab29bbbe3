import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** Codes by time (RFC 6238): HMAC-SHA-1, six digits, steps of 30 seconds; what every authenticator app does. */
const period = 30;
/** Steps a clock may be off, either way. */
const tolerance = 1;

/** A new secret of 160 bits. */
export function newKey(): Buffer {
  return randomBytes(20);
}

function totpOf(key: Buffer, names: { issuer?: string; label?: string } = {}): TOTP {
  // A copy: the buffer may be a part of a larger one.
  const secret = new Secret({ buffer: Uint8Array.from(key).buffer });
  return new TOTP({ ...names, secret, algorithm: 'SHA1', digits: 6, period });
}

/** The key as people type it into an app, and the address that a QR code says. */
export function shownKey(key: Buffer, names: { issuer: string; label: string }): { key: string; uri: string } {
  const totp = totpOf(key, names);
  return { key: totp.secret.base32, uri: totp.toString() };
}

/** The step a code of six digits is of, by the clock of the server; undefined where it is of none that counts now. */
export function stepOf(key: Buffer, code: string, now = Date.now()): number | undefined {
  const delta = totpOf(key).validate({ token: code, window: tolerance, timestamp: now });
  return delta === null ? undefined : Math.floor(now / 1_000 / period) + delta;
}
