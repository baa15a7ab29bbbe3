import { createHash } from 'node:crypto';
import type { WordedContext } from '../../context.ts';
import type { UploadedFile } from '../../plugins/uploads.ts';
import { wordsOfArea } from '../../reader.ts';
import { labelsOf } from '../dictionaries/labels.ts';
import { admitFile, fileRule } from '../files/admitted.ts';
import { flowFiles } from '../flow-process/kinds.ts';
import { readTables, unusable } from '../flow-process/table-file.ts';
import { hiddenReader } from '../risk-templates/text-rules.ts';
import type { ReadSheet } from '../spreadsheets/unreadable.ts';
import type { GivenVerdict } from './judging.ts';
import type { Verdict } from './tables.ts';

const verdicts: readonly Verdict[] = ['explained', 'confirmed', 'open'];
const longestRemark = 500;
const mostFaults = 100;

/** What an upload of verdicts answers: with `saved` false something does not fit, and nothing was saved. */
export interface VerdictUpload {
  saved: boolean;
  rows: number;
  changed: number;
  /** Rows the file only carries along: what was said of them since the export stays. */
  kept: number;
  faultCount: number;
  faults: { key: string; row: number | null; message: string }[];
}

/** The columns of an exported workbook that say which result a row is, by their texts in an area of the locale. */
export interface VerdictColumns<Name extends string> {
  area: string;
  keys: readonly Name[];
}

/** Rows of a workbook in which verdicts and remarks were changed, not yet compared with the results. */
export interface VerdictFile<Name extends string> extends VerdictColumns<Name> {
  sheet: ReadSheet;
  places: Record<Name | Written, number>;
}

/** Columns that are read back; the last one says what the row was when it was exported, and may be missing. */
type Written = 'verdict' | 'remark' | 'seen';

/** A result as far as an upload looks at it. */
interface Judged {
  id: string;
  version: number;
  verdict: Verdict | null;
  remark: string | null;
}
interface Fault {
  row: number;
  key: string;
  values: Record<string, string>;
}

/** Reads an exported workbook, in whatever language it was. @throws ApiError PARAMETER_ERROR at `file` */
export async function readVerdictFile<Name extends string>(
  context: WordedContext,
  file: UploadedFile | undefined,
  columns: VerdictColumns<Name>,
): Promise<VerdictFile<Name>> {
  const admitted = await admitFile(file, fileRule(context.services.documents, flowFiles));
  const [sheet] = (await readTables(admitted)).filter(({ rows, isHidden }) => rows.length > 1 && isHidden !== true);
  if (!sheet) throw unusable('noRows', 'There are no rows below headings in it', { name: admitted.name });
  const places = headingPlaces(context, sheet, columns);
  if (!places) throw unusable('noComparison', 'It is no exported comparison', { name: admitted.name });
  return { ...columns, sheet, places };
}

/**
 * What stands in the column `seen` of an exported row: which result it is, its version, and a mark of its verdict and remark. By it an upload tells rows that were
 * judged in the file from those it only carries along, and does not take back what others judged since.
 */
export function seenMark({ id, version, verdict, remark }: Judged): string {
  return `${id}-${version}-${wordsMark(verdict, remark)}`;
}

/** White space is left out: spreadsheets change it. */
function wordsMark(verdict: Verdict | null, remark: string | null): string {
  const words = JSON.stringify([verdict, (remark ?? '').replaceAll(/\s/g, '')]);
  return createHash('sha256').update(words).digest('hex').slice(0, 8);
}

/** Which result the values of the key columns name. */
export function resultKey(values: readonly string[]): string {
  return JSON.stringify(values);
}

/**
 * What the file changes of results that are known by the values of their key columns, and what is said of it: `changes` are to be written
 * where `upload.saved`, and only there.
 */
export async function verdictChanges<Name extends string>(
  context: WordedContext,
  { area, keys, sheet, places }: VerdictFile<Name>,
  results: ReadonlyMap<string, Judged>,
): Promise<{ changes: GivenVerdict[]; upload: VerdictUpload }> {
  const meant = await verdictReader(context);
  const labels = await labelsOf(context, 'flow-verdict');
  const hiddenIn = hiddenReader(context.services.documents);
  const faults: Fault[] = [];
  const seen = new Set<string>();
  const changes: GivenVerdict[] = [];
  let kept = 0;
  for (const { number: row, cells } of sheet.rows.slice(1)) {
    const text = (column: Name | Written) => cells[places[column]]?.trim() ?? '';
    const named = Object.fromEntries(keys.map((name) => [name, text(name)]));
    const key = resultKey(keys.map((name) => text(name)));
    const result = results.get(key);
    const isTwice = seen.has(key);
    seen.add(key);
    const verdict = meant(text('verdict'));
    const remark = text('remark') === '' ? null : text('remark');
    const fault = (name: string, values: Record<string, string>) => faults.push({ row, key: name, values });
    if (!result) fault('noSuchResult', named);
    else if (isTwice) fault('resultTwice', named);
    else if (verdict === undefined) fault('noVerdict', { text: text('verdict') });
    else if (remark !== null && remark.length > longestRemark) fault('remarkTooLong', { most: String(longestRemark) });
    else if (verdict !== result.verdict || remark !== result.remark) {
      const given = sinceExport(text('seen'), result, wordsMark(verdict, remark));
      // What a remark says already is none of the file's making.
      const sign = given === 'changed' && remark !== result.remark ? hiddenIn(remark ?? '') : undefined;
      if (sign !== undefined) fault('remarkHidden', { sign });
      else if (given === 'changed') changes.push({ id: result.id, version: result.version, verdict, remark });
      else if (given === 'kept') kept += 1;
      else if (given === 'wrong') fault('seenWrong', {});
      else if (given === 'behind') {
        const now = [result.verdict === null ? null : labels(result.verdict), result.remark].filter((one) => one !== null).join(', ');
        fault('changedSince', { now: now === '' ? '\u2013' : now });
      }
    }
  }
  const saved = faults.length === 0;
  return {
    changes,
    upload: {
      saved,
      rows: sheet.rows.length - 1,
      changed: saved ? changes.length : 0,
      kept,
      faultCount: faults.length,
      faults: said(context, area, faults),
    },
  };
}

/**
 * What somebody did with a row that differs from its result: they changed it, only carried it along while others changed the result (`kept`), or changed one
 * that others changed as well (`behind`). A file without the column changes what it says otherwise, as a call without a version does ([API-02]).
 */
function sinceExport(seen: string, { id, version }: Judged, mark: string): 'changed' | 'kept' | 'behind' | 'wrong' {
  if (seen === '') return 'changed';
  const [of, exported, words] = seen.split('-');
  if (of !== id || exported === undefined || words === undefined) return 'wrong';
  if (exported === String(version)) return 'changed';
  return words === mark ? 'kept' : 'behind';
}

/** Where the columns that are read stand, by their headings in any language; nothing where one is missing. */
function headingPlaces<Name extends string>(context: WordedContext, sheet: ReadSheet, { area, keys }: VerdictColumns<Name>) {
  const { documents } = context.services;
  const heads = sheet.rows[0]?.cells.map((cell) => cell.trim()) ?? [];
  const placeOf = (name: string) => {
    const titles = documents.app().languages.map(({ code }) => documents.text(code, `${area}.${name}`));
    return heads.findIndex((head) => titles.includes(head));
  };
  const places = [...keys, 'verdict', 'remark'].map((name) => [name, placeOf(name)] as const);
  if (places.some(([, place]) => place === -1)) return undefined;
  return Object.fromEntries([...places, ['seen', placeOf('seen')]]) as Record<Name | Written, number>;
}

/** Reads a verdict by its value, or its label in any language; undefined for what is none. */
async function verdictReader({ db }: WordedContext): Promise<(text: string) => Verdict | null | undefined> {
  const rows = await db.selectFrom('dictionary_entry').select(['value', 'label']).where('type', '=', 'flow-verdict').execute();
  const meant = new Map<string, Verdict>(verdicts.map((verdict) => [verdict, verdict]));
  for (const { value, label } of rows) {
    const verdict = verdicts.find((one) => one === value);
    if (verdict) for (const text of typeof label === 'string' ? [label] : label.map(({ t }) => t)) meant.set(text, verdict);
  }
  return (text) => (text === '' ? null : meant.get(text));
}

/** The faults in the language of the caller: what is particular by the texts of the area, what all share by those of comparisons. */
function said(context: WordedContext, area: string, faults: readonly Fault[]): VerdictUpload['faults'] {
  const own = new Set(['noSuchResult', 'resultTwice']);
  const say = wordsOfArea(context, (key) => `${own.has(key) ? area : 'flow-data'}.${key}`);
  return faults.slice(0, mostFaults).map(({ row, key, values }, index) => ({ key: String(index + 1), row, message: say(key, values) }));
}
