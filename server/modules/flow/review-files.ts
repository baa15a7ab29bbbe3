import type { WordedContext } from '../../context.ts';
import { type FileAnswer, signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { textOrNull } from '../../database/values.ts';
import { ApiError } from '../../errors.ts';
import { speaker } from '../../reader.ts';
import { authorOf } from '../changes.ts';
import { entriesOf } from '../dictionaries/repository.ts';
import { matchShipment } from '../flow-process/matching.ts';
import { workbook } from '../spreadsheets/workbook.ts';
import {
  type FlowFault,
  type FlowRow,
  faultAt,
  flowWords,
  type ImportAnswer,
  importAnswer,
  type PreviewRow,
  readFlowFile,
  withoutRepeats,
} from './files.ts';
import { targetsOf } from './master-kinds.ts';
import { type Account, activeMembers } from './people.ts';
import { insertObjects, type NewObject, noteObjects } from './review-changes.ts';
import { allObjects, type ReviewObjectFilter } from './review-objects.ts';
import { type FlowProject, holdOpenProject } from './rights.ts';

/**
 * Takes review objects from a file into a project: all of them or, where something does not fit, none (API-122). With `isCheck` it only tells what the
 * file would do. @throws ApiError NOT_FOUND, FLOW_CLIENT_DISABLED, FLOW_PROJECT_CLOSED
 */
export async function importObjects(
  context: WordedContext,
  projectId: string,
  file: { name: string; content: Buffer },
  isCheck: boolean,
): Promise<ImportAnswer> {
  const user = signedIn(context);
  const read = await readFlowFile(context, 'object', file);
  return await context.db.transaction().execute(async (db) => {
    // Two files at once would both add what is new.
    const project = await holdOpenProject(db, user, projectId, 'update');
    const faults = [...read.faults];
    const rows = await objectsOf(db, project, read.rows, faults);
    const saved = !isCheck && faults.length === 0;
    const answer = importAnswer(context, { file: read, faults, effects: rows.map(({ preview }) => preview), unchanged: 0, saved });
    if (saved) {
      const objects = rows.map(({ object }) => object);
      await insertObjects(db, project.id, objects, user);
      const batches = [...new Set(objects.map(({ reviewBatchNo }) => reviewBatchNo))];
      for (const batch of batches) await matchShipment(db, project.id, batch);
      await noteObjects(db, project, authorOf(context), { verb: 'import', detail: { file: file.name, added: answer.added, batches } });
    }
    return answer;
  });
}

interface Fitting {
  object: NewObject;
  preview: PreviewRow;
}

async function objectsOf(db: Database, project: FlowProject, rows: readonly FlowRow[], faults: FlowFault[]): Promise<Fitting[]> {
  const { dealer: dealers } = await targetsOf(db, project.clientId);
  const members = await activeMembers(db, project.clientId);
  const taken = await takenIn(db, project.id);
  const keyOf = ({ texts }: FlowRow) => JSON.stringify([texts.reviewBatchNo, texts.dealerCode]);
  return withoutRepeats(rows, 'dealerCode', keyOf, faults).flatMap((row) => {
    const { reviewBatchNo = '', dealerCode = '', dealerName = '', executor = '', remark = '' } = row.texts;
    const own: FlowFault[] = [];
    const name = dealers.get(dealerCode);
    const person = executor === '' ? null : personOf(members, executor);
    if (!/^[A-Za-z0-9_-]{1,32}$/.test(reviewBatchNo)) own.push(faultAt(row, 'reviewBatchNo', 'batchNo', { value: reviewBatchNo }));
    if (name === undefined) own.push(faultAt(row, 'dealerCode', 'unknownDealer', { code: dealerCode }));
    else if (dealerName !== '' && dealerName !== name)
      own.push(faultAt(row, 'dealerName', 'otherName', { code: dealerCode, name, value: dealerName }));
    if (person === undefined) own.push(faultAt(row, 'executor', 'executor', { value: executor }));
    if (taken.has(keyOf(row))) own.push(faultAt(row, 'dealerCode', 'exists', { batch: reviewBatchNo }));
    faults.push(...own);
    if (own.length > 0 || name === undefined) return [];
    const object = {
      reviewBatchNo,
      dealerCode,
      dealerName: name,
      executorId: person ? Number(person.userId) : null,
      remark: textOrNull(remark),
    };
    const preview: PreviewRow = {
      row: row.row,
      effect: 'added',
      code: `${reviewBatchNo} · ${dealerCode}`,
      name,
      more: executor,
      before: '',
    };
    return [{ object, preview }];
  });
}

/** By account or code, otherwise by a name that only one of them has. */
function personOf(members: readonly Account[], given: string): Account | undefined {
  const known = members.find(({ username, userCode }) => username === given || userCode === given);
  const named = members.filter(({ name, nameEn, username }) =>
    [name, nameEn, `${name} (${username})`, `${nameEn} (${username})`].includes(given),
  );
  return known ?? (named.length === 1 ? named[0] : undefined);
}

async function takenIn(db: Database, projectId: number): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('flow_review_object')
    .select(['review_batch_no', 'dealer_code'])
    .where('project_id', '=', projectId)
    .execute();
  return new Set(rows.map((row) => JSON.stringify([row.review_batch_no, row.dealer_code])));
}

/** As many rows as a sheet has below its headings. */
const mostExported = 1_000_000;
const exported = ['reviewBatchNo', 'dealerCode', 'dealerName', 'executor', 'remark', 'reviewStatus'];

/** The review objects of a project as a workbook (API-121). @throws ApiError TOO_MANY_ROWS */
export async function exportObjects(context: WordedContext, project: FlowProject, filter: ReviewObjectFilter): Promise<FileAnswer> {
  const [word, say] = [flowWords(context), speaker(context)];
  const rows = await allObjects(context.db, project.id, filter, mostExported + 1);
  if (rows.length > mostExported) throw new ApiError('TOO_MANY_ROWS');
  const states = new Map(
    (await entriesOf(context.db, ['flow-review-status'])).map(({ dictValue, dictLabel }) => [dictValue, say(dictLabel)]),
  );
  return workbook(`${project.projectName} ${word('objectSheet')}`, [
    {
      name: word('objectSheet'),
      columns: exported.map((field) => ({ title: word(field), width: 24 })),
      rows: rows.map((row) => [
        row.reviewBatchNo,
        row.dealerCode,
        row.dealerName,
        row.executor === null ? null : say(row.executor.label),
        row.remark,
        states.get(row.status) ?? row.status,
      ]),
    },
  ]);
}
