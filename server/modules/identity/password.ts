import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { ApiError } from '../../errors.ts';
import { Gate } from '../../gate.ts';

const parameters = { N: 2 ** 15, r: 8, p: 3, maxmem: 96 * 1024 * 1024 };
const length = 32;

// Each computation takes 32 MiB and a thread: two at a time, and a queue that ends before the memory does.
const gate = new Gate({ places: 2, queue: 500, refuse: () => new ApiError('TOO_MANY_REQUESTS') });

/** Runs `work` when one of the two places for password checks is free. @throws ApiError TOO_MANY_REQUESTS when the queue is full. */
export function inPasswordQueue<T>(work: () => Promise<T>): Promise<T> {
  return gate.pass(work);
}

function derive(password: string, salt: Buffer, options: { N: number; r: number; p: number; maxmem: number }): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, length, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

/**
 * Hash of a password with a new salt: `scrypt$32768$8$3$<salt>$<hash>`. A given salt makes demo data reproducible; `p` is for secrets that are
 * longer than what people choose.
 */
export async function hashPassword(password: string, salt: Buffer = randomBytes(16), p: number = parameters.p): Promise<string> {
  const key = await derive(password, salt, { ...parameters, p });
  return ['scrypt', parameters.N, parameters.r, p, salt.toString('base64'), key.toString('base64')].join('$');
}

/** The hash a secret fits among several; those that share salt and parameters cost one computation. Call it inside `inPasswordQueue`. */
export async function findPassword(password: string, hashes: readonly string[]): Promise<string | undefined> {
  const computed = new Map<string, Buffer>();
  let found: string | undefined;
  for (const hash of hashes) {
    const [, N, r, p, salt, expected] = hash.split('$');
    if (salt === undefined || expected === undefined) throw new Error('A stored password hash has an unknown form');
    const kind = [N, r, p, salt].join('$');
    const options = { N: Number(N), r: Number(r), p: Number(p), maxmem: parameters.maxmem };
    const key = computed.get(kind) ?? (await derive(password, Buffer.from(salt, 'base64'), options));
    computed.set(kind, key);
    const wanted = Buffer.from(expected, 'base64');
    if (key.length === wanted.length && timingSafeEqual(key, wanted)) found = hash;
  }
  return found;
}

/** A hash nobody has the password of: checked for unknown users, so that they take as long as known ones. */
const nobody = [
  'scrypt',
  parameters.N,
  parameters.r,
  parameters.p,
  randomBytes(16).toString('base64'),
  randomBytes(length).toString('base64'),
].join('$');

/** Whether the password fits the hash; without a hash the same work is done and the answer is false. Call it inside `inPasswordQueue`. */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  return (await findPassword(password, [hash ?? nobody])) !== undefined && hash !== undefined;
}
