import { isRegister } from '../../src/core/register/derive.ts';
import type { RegisterDocument } from '../../src/core/register/document.ts';
import { withPresentNames } from '../../src/core/register/renamed.ts';
import type { Document } from './documents.ts';
import type { Source } from './source.ts';

/** Documents whose registers say fields by the names these have now, wherever they or others use a former one. */
export function withFieldNames(documents: ReadonlyMap<string, Document>): Map<string, Document> {
  const named = new Map(documents);
  const registers = [...documents.values()].filter(({ kind, source }) => kind === 'register' && isRegister(source.value));
  const present = withPresentNames(new Map(registers.map(({ id, source }) => [id, source.value as RegisterDocument])));
  for (const register of registers) {
    const value = present.get(register.id);
    if (value !== register.source.value) named.set(register.source.path, { ...register, source: sourceWith(register.source, value) });
  }
  return named;
}

/** The same for the same value: what is known of a document goes by its source. */
const made = new WeakMap<Source, Source>();

function sourceWith(source: Source, value: unknown): Source {
  const before = made.get(source);
  if (before && before.value === value) return before;
  const now: Source = { ...source, value };
  made.set(source, now);
  return now;
}
