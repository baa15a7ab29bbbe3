import type { Source } from '../read/source.ts';
import { type Finding, finding, type Report } from './findings.ts';

/** A finding at a character (from 0) of a text, where the text is written plainly; at its start otherwise. */
export function atCharacter(source: Source, pointer: string, character: number, report: Report): Finding {
  const found = finding(source, pointer, report);
  const before = found.excerpt.slice(found.column - 1, found.column + character);
  if (!before.startsWith('"') || before.includes('\\')) return found;
  return { ...found, column: found.column + 1 + character };
}
