import { choosableStates, isInForm } from '../../../src/core/register/reading.ts';
import type { WordedContext } from '../../context.ts';
import { wordsOf } from '../../reader.ts';
import { pointsAt } from './pointing.ts';
import { codeOf, has, pointingAt, type Register, stateOf } from './registers.ts';
import { requireRow } from './rows.ts';
import { seenRows, seesRegister } from './sight.ts';

/** A record that points at another one, for a reader who sees it. */
export interface RelatedRecord {
  key: string;
  register: string;
  registerName: string;
  /** What the field is called it points by. */
  by: string;
  id: string;
  code: string;
  name: string;
  state: string;
  tone: string;
}

/** A register in which the user adds records that point at one. */
export interface AddedFrom {
  register: string;
  /** Its field that points here; of several the first one of its form. Another one is filled in there. */
  by: string;
  /** What one of its records is called. */
  name: string;
}

/** Of each field that points here, the newest. */
const most = 100;

/**
 * The records that point at one, as far as the reader sees them, newest first; `hasMore`: whether there are older ones of some field; `adds`: where they add some.
 * @throws ApiError NOT_FOUND
 */
export async function relatedRecords(
  context: WordedContext,
  register: Register,
  id: string,
): Promise<{ content: RelatedRecord[]; hasMore: boolean; adds: AddedFrom[] }> {
  const { db, services } = context;
  const { state: ownState } = await requireRow(db, register, id);
  const word = wordsOf(context);
  const content: RelatedRecord[] = [];
  const adds: AddedFrom[] = [];
  let hasMore = false;
  for (const { id: other, document, fields } of pointingAt(services.documents, register.id)) {
    const pointing = { id: other, document, user: register.user };
    if (!seesRegister(pointing)) continue;
    const by = has(pointing, 'add')
      ? fields.find((field) => isInForm(field) && (choosableStates(field, register.document)?.includes(ownState) ?? true))
      : undefined;
    if (by) adds.push({ register: other, by: by.name, name: word(document.recordTitle ?? document.title) });
    for (const field of fields) {
      const { name, label } = field;
      const rows = await seenRows(db, pointing)
        .where(pointsAt([field], id))
        .orderBy('number', 'desc')
        .limit(most + 1)
        .execute();
      hasMore ||= rows.length > most;
      for (const row of rows.slice(0, most)) {
        const state = stateOf({ document }, row.state);
        content.push({
          ...{ key: `${name}:${row.id}`, register: other, registerName: word(document.title), by: word(label), id: String(row.id) },
          ...{ code: codeOf({ document }, row.number), name: String(row.data[document.display] ?? '') },
          ...{ state: word(state?.label), tone: state?.tone ?? 'neutral' },
        });
      }
    }
  }
  return { content, hasMore, adds };
}
