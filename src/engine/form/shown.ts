import type { Form } from '@formily/core';
import { plain } from '../scope.ts';
import type { FieldRecord } from './types.ts';

type Records = ReadonlyMap<string, FieldRecord>;

/** Fields hide and show each other in chains at most this long at once; the rest follows with the drawing. */
const MOST_ROUNDS = 8;

/** Hides and shows what the values of now decide: whoever hears of a change must not read what it hid, and a drawing comes later. Whether it did any of it. */
export function settleShown(records: Records, show: (path: string, shown: boolean) => void): boolean {
  let isChanged = false;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    let isSettled = true;
    for (const [path, { readShown, isShown }] of records) {
      const shown = readShown?.() ?? isShown;
      if (shown === isShown) continue;
      isSettled = false;
      isChanged = true;
      show(path, shown);
    }
    if (isSettled) break;
  }
  return isChanged;
}

/** Puts other values in the place of all; those of hidden fields stay aside. */
export function refill(form: Form, records: Records, values: Record<string, unknown>): void {
  form.setValues(plain(values) as object, 'overwrite');
  for (const [path, record] of records) {
    if (record.isShown) continue;
    record.aside = plain(form.getValuesIn(path));
    form.deleteValuesIn(path);
  }
}

/** The values with those that hidden fields keep aside. */
export function withAside(values: Record<string, unknown>, records: Records): Record<string, unknown> {
  const hidden = [...records].filter(([path, { isShown }]) => !isShown && !path.includes('.'));
  return { ...values, ...Object.fromEntries(hidden.map(([path, { aside }]) => [path, aside])) };
}
