import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSeals } from '../../../server/seals.ts';

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'seals-'));
});
afterAll(() => rmSync(dataDir, { recursive: true }));

describe('the key in DATA_DIR/secret.key', () => {
  const key = randomBytes(32);
  const secret = Buffer.from('secret');
  const sealed = createSeals({ dataDir: '', secretKeys: [key] }).seal('place', secret);
  const opened = (text: string) => {
    writeFileSync(join(dataDir, 'secret.key'), text);
    return createSeals({ dataDir, secretKeys: [] }).open('place', sealed);
  };

  it.each(['base64', 'hex'] as const)('is written in %s as SECRET_KEY is, and opens the same', (encoding) => {
    expect(opened(`${key.toString(encoding)}\n`)).toEqual(secret);
    expect(opened(`${randomBytes(32).toString('base64')},${key.toString(encoding)}\n`)).toEqual(secret);
  });

  it('is refused where it is none', () => {
    for (const text of ['', '\n', 'short', randomBytes(31).toString('hex')])
      expect(() => opened(text), text).toThrow('holds no key of 32 bytes');
  });
});
