import { fieldHint } from '../../src/core/suggest.ts';
import { listAt, textAt } from '../json.ts';
import type { Documents } from '../read/documents.ts';
import type { Report } from './findings.ts';

/** The values of a dictionary; undefined where there is none of that type, which is told elsewhere. */
export function entriesOf(documents: Documents, type: string): string[] | undefined {
  const dictionary = documents.of('dictionary').find(({ source }) => textAt(source.value, 'type') === type);
  return dictionary && listAt(dictionary.source.value, 'entries').flatMap((entry) => textAt(entry, 'value') ?? []);
}

/** That a dictionary has no such entry. A warning: an administrator may have added it in the running system. */
export function strangeEntry(type: string, value: string, known: readonly string[]): Report {
  const message = `the dictionary ${type} has no entry "${value}"`;
  return { code: 'UNKNOWN_ENTRY', severity: 'warning', message, hint: fieldHint(value, known) };
}
