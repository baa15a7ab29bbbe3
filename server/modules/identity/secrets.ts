import { hash, randomBytes } from 'node:crypto';

/** A new opaque secret of 256 bits. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What the database keeps of a secret. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}
