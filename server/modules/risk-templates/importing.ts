import { createHash } from 'node:crypto';
import type { WordedContext } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import type { LabelValue } from '../../database/values.ts';
import { wrong } from '../../errors.ts';
import { signature } from '../changes.ts';
import { once } from '../once.ts';
import { usualQuestionnaire } from '../risk/questionnaires.ts';
import { inOrder, type SaidFault, saidFaults } from '../spreadsheets/faults.ts';
import { headingReader, type Texts } from './columns.ts';
import { businessesOf, criteriaOf, mostCriteria, mostDomains } from './content.ts';
import { type Fault, type Parsed, type ParsedFile, parseFile, withoutRepeats } from './parsing.ts';
import { wordOf } from './reading.ts';
import { insertDraft, noteTemplate, requireQuestionnaire, requireRevision } from './series.ts';
import { hiddenReader } from './text-rules.ts';
import { textKey } from './texts.ts';
import { clearContent, lockDraft, touchDraft, type Version } from './versions.ts';

export interface Import {
  /** The template whose draft takes the rows. Without it a new template with the name of the file. */
  templateId?: number | undefined;
  /** Revision of the draft its author saw; needed to replace what is in it. */
  revision?: number | undefined;
  /** Whether rows that are there give way to those of the file. Default replace. */
  mode?: 'replace' | 'append' | undefined;
  /** Save what fits, though something does not. */
  partial?: boolean | undefined;
  /** Id of the questionnaire document of a new template. Default the usual one. */
  questionnaire?: string | undefined;
  /** Makes one template of the same file, though the request comes again. */
  key?: string | undefined;
}
export interface Imported {
  saved: boolean;
  id: string;
  /** Rows and columns that fit. */
  criteria: number;
  domains: number;
  faultCount: number;
  /** The first of them. */
  faults: SaidFault[];
}

/** Rows of one statement. */
const atOnce = 500;

/**
 * Takes criteria and columns from a workbook or CSV file into a draft, in one transaction: all of them, or nothing unless `partial` says otherwise.
 * @throws ApiError NOT_FOUND, TEMPLATE_PUBLISHED when the template has no draft, CONFLICT with the template as `data`, PARAMETER_ERROR
 */
export async function importTemplate(context: WordedContext, file: { name: string; content: Buffer }, given: Import): Promise<Imported> {
  const { documents } = context.services;
  const { questionnaire = usualQuestionnaire } = given;
  if (given.templateId === undefined) requireQuestionnaire(context, questionnaire);
  else if (given.questionnaire !== undefined) throw wrong('questionnaire', 'is that of the template');
  const parsed = await parseFile(file, headingReader(documents), hiddenReader(documents));
  return await context.db.transaction().execute(async (db) => {
    const draft = given.templateId === undefined ? undefined : await draftFor(context, db, given.templateId, given);
    const found = await fitting(db, draft, given.mode ?? 'replace', parsed);
    const count = found.criteria.length + found.domains.length;
    const answer = {
      criteria: found.criteria.length,
      domains: found.domains.length,
      ...saidFaults((key, values) => wordOf(context, key, values), found.faults),
    };
    if (count === 0 || (found.faults.length > 0 && given.partial !== true))
      return { saved: false, id: String(given.templateId ?? ''), ...answer };
    const take = async () => {
      const target = draft ?? (await newDraft(context, db, file.name, questionnaire));
      await write(db, target, given.mode ?? 'replace', parsed, found);
      await touchDraft(db, target, signature(signedIn(context)));
      const { criteria, domains, faultCount: left } = answer;
      await noteTemplate(context, db, target.seriesId, 'import', { file: file.name, criteria, domains, left, number: target.number });
      return target.seriesId;
    };
    // What goes into a draft that is there is told apart by its revision.
    const key = draft ? undefined : given.key;
    const sha256 = createHash('sha256').update(file.content).digest('hex');
    const intent = { key, name: file.name, sha256, questionnaire, partial: given.partial };
    return { saved: true, id: String(await once(db, context, 'risk-template.import', intent, take)), ...answer };
  });
}

/** The draft that takes the rows. What others did since its author looked gives way to no file unseen. */
async function draftFor(context: WordedContext, db: Database, seriesId: number, { revision, mode = 'replace' }: Import): Promise<Version> {
  if (revision !== undefined) return await requireRevision(context, db, seriesId, revision);
  if (mode === 'replace') throw wrong('revision', 'is missing: the one of the draft that is replaced');
  return await lockDraft(db, seriesId);
}

interface Fitting {
  criteria: Parsed[];
  domains: Parsed[];
  faults: Fault[];
}

async function fitting(db: Database, draft: Version | undefined, mode: 'replace' | 'append', parsed: ParsedFile): Promise<Fitting> {
  const keeps = draft !== undefined && mode === 'append';
  const faults = [...parsed.faults];
  const criteria = keeps ? await criteriaOf(db, draft.id) : [];
  const businesses = keeps ? await businessesOf(db, draft.id) : [];
  const rows = criteria.map(({ dimension, cause, subCause }) => ({ dimension, cause, subCause }));
  const columns = businesses.flatMap(({ name, children }) =>
    children.map((child) => ({ business: name, firstKind: child.firstKind, secondKind: child.name })),
  );
  const fit = {
    criteria: withoutRepeats('criteria', parsed.parts.criteria ?? [], rows, mostCriteria, faults),
    domains: withoutRepeats('domains', parsed.parts.domains ?? [], columns, mostDomains, faults),
  };
  return { ...fit, faults: inOrder(faults, parsed.sheets) };
}

async function newDraft(context: WordedContext, db: Database, fileName: string, questionnaire: string): Promise<Version> {
  const name = fileName
    .replace(/^.*[\\/]/, '')
    .replace(/\.[^.]*$/, '')
    .slice(0, 100)
    // What would hide in a name, or turn it round; and half a sign that was cut.
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .trim();
  const { id } = await insertDraft(context, db, {
    name: name === '' ? wordOf(context, 'designer') : name,
    questionnaire,
    number: 1,
  });
  return await lockDraft(db, id);
}

async function write(
  db: Database,
  draft: Version,
  mode: 'replace' | 'append',
  parsed: ParsedFile,
  { criteria, domains }: Fitting,
): Promise<void> {
  // A part the file does not have stays as it is.
  if (mode === 'replace' && parsed.parts.criteria && criteria.length > 0) await clearContent(db, draft.id, 'criteria');
  if (mode === 'replace' && parsed.parts.domains && domains.length > 0) await clearContent(db, draft.id, 'domains');
  const before = (await criteriaOf(db, draft.id)).length;
  const json = (texts: Texts, field: string) => JSON.stringify(texts[field] ?? '');
  const rows = criteria.map(({ texts }, index) => ({
    template_id: draft.id,
    sort: before + index + 1,
    dimension: json(texts, 'dimension'),
    cause: json(texts, 'cause'),
    sub_cause: json(texts, 'subCause'),
    explanation: json(texts, 'explanation'),
    levels: JSON.stringify(['level1', 'level2', 'level3'].map((field) => texts[field] ?? '')),
  }));
  for (let at = 0; at < rows.length; at += atOnce)
    await db
      .insertInto('risk_criteria')
      .values(rows.slice(at, at + atOnce))
      .execute();
  await writeDomains(db, draft.id, domains);
}

/** Columns stand in the business domain of their name, which is made where there is none. */
async function writeDomains(db: Database, draftId: number, domains: readonly Parsed[]): Promise<void> {
  const there = await businessesOf(db, draftId);
  const ids = new Map(there.map(({ id, name, children }) => [textKey(name), { id: Number(id), count: children.length }]));
  for (const { texts } of domains) {
    const name: LabelValue = texts.business ?? '';
    let business = ids.get(textKey(name));
    if (!business) {
      const added = { template_id: draftId, sort: ids.size + 1, name: JSON.stringify(name) };
      business = { id: (await db.insertInto('risk_business_domain').values(added).returning('id').executeTakeFirstOrThrow()).id, count: 0 };
      ids.set(textKey(name), business);
    }
    business.count += 1;
    const column = { first_kind: JSON.stringify(texts.firstKind ?? ''), name: JSON.stringify(texts.secondKind ?? '') };
    await db
      .insertInto('risk_domain')
      .values({ ...column, business_domain_id: business.id, sort: business.count })
      .execute();
  }
}
