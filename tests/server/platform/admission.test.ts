import { expect, it } from 'vitest';
import { admitOverlay } from '../../../server/documents/admit.ts';
import { rememberingPass } from '../../../server/documents/checker.ts';
import { type OverlayFiles, sameFiles } from '../../../server/documents/overlay-files.ts';
import type { OverlayFile } from '../../../src/core/types.ts';

/** A check that refuses every document with a fault in it, and how often it was asked. */
function countingCheck() {
  const counted = { asked: 0 };
  const check = rememberingPass(async (files) => {
    counted.asked += 1;
    const faulty = files.filter(({ text }) => text.includes('fault'));
    const errors = faulty.map(({ path, file }) => ({
      path,
      file,
      line: 1,
      column: 1,
      pointer: '',
      code: 'FAULTY',
      message: 'has a fault',
    }));
    return { errors, contracts: errors.length === 0 ? {} : undefined };
  });
  const admit = (accepted: OverlayFiles, product: string, text: string) =>
    admitOverlay({ texts: overlay(text), unreadable: [] }, accepted, check(product), () => false);
  return { counted, admit };
}

function overlay(text: string): OverlayFiles {
  const file: OverlayFile = { path: 'a.page', file: 'a.page.json', text };
  return new Map([[file.path, file]]);
}

it('looks once at a refused change, and not again at the version it goes back to', async () => {
  const { counted, admit } = countingCheck();
  const { accepted } = await admit(new Map(), 'product 1', 'good');
  expect(counted.asked).toBe(1);
  const refused = await admit(accepted, 'product 1', 'a fault');
  expect(counted.asked).toBe(2);
  expect(refused.refused.map(({ served }) => served)).toEqual(['last good version']);
  expect(refused.contracts).toEqual({});
  expect(sameFiles(refused.accepted, accepted)).toBe(true);
});

it('looks again at the version a refused change goes back to when the product is another', async () => {
  const { counted, admit } = countingCheck();
  const { accepted } = await admit(new Map(), 'product 1', 'good');
  await admit(accepted, 'product 2', 'a fault');
  expect(counted.asked).toBe(3);
});

it('never lets pass what was refused before', async () => {
  const { counted, admit } = countingCheck();
  const { accepted } = await admit(new Map(), 'product 1', 'good');
  await admit(accepted, 'product 1', 'a fault');
  const again = await admit(accepted, 'product 1', 'a fault');
  expect(counted.asked).toBe(3);
  expect(again.refused).toHaveLength(1);
});
