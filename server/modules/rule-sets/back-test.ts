import { sql } from 'kysely';
import { compileRuleSet, type Decision, type Judgement } from '../../../src/core/rule-set/index.ts';
import type { Database } from '../../database/connection.ts';
import type { LabelValue } from '../../database/values.ts';
import type { KeptRuleSet } from './tables.ts';

/** What a back-test found. */
export interface BackTestResult {
  changed: number;
  unfit: number;
  changes: { before: Decision; after: Decision; count: number }[];
  decisions: { decision: Decision; before: number; after: number }[];
  rules: { id: string; name: LabelValue; hits: number }[];
  samples: { key: string; subject: string | null; before: Decision; after: Decision; scoreBefore: number | null; score: number }[];
}

const decisions: readonly Decision[] = ['approve', 'review', 'block'];
const mostSamples = 50;

/** Adds up what a version says of many records beside what was said before. */
export class Tally {
  #unfit = 0;
  readonly #pairs = new Map<string, number>();
  readonly #hits = new Map<string, number>();
  readonly #samples: BackTestResult['samples'] = [];

  unfit(): void {
    this.#unfit += 1;
  }

  add(
    key: string,
    subject: string | null,
    before: { decision: Decision; score: number | null } | undefined,
    { decision, score, hits }: Judgement,
  ): void {
    for (const { id } of hits) this.#hits.set(id, (this.#hits.get(id) ?? 0) + 1);
    const pair = `${before?.decision ?? ''} ${decision}`;
    this.#pairs.set(pair, (this.#pairs.get(pair) ?? 0) + 1);
    if (before === undefined || before.decision === decision || this.#samples.length >= mostSamples) return;
    this.#samples.push({ key, subject, before: before.decision, after: decision, scoreBefore: before.score, score });
  }

  result({ rules }: Pick<KeptRuleSet, 'rules'>): BackTestResult {
    const count = (fits: (before: string, after: string) => boolean) =>
      [...this.#pairs].reduce((sum, [pair, number]) => {
        const [before = '', after = ''] = pair.split(' ');
        return fits(before, after) ? sum + number : sum;
      }, 0);
    const changes = decisions.flatMap((before) =>
      decisions
        .filter((after) => after !== before)
        .map((after) => ({ before, after, count: count((was, is) => was === before && is === after) }))
        .filter((change) => change.count > 0),
    );
    return {
      changed: changes.reduce((sum, change) => sum + change.count, 0),
      unfit: this.#unfit,
      changes,
      decisions: decisions.map((decision) => ({
        decision,
        before: count((was) => was === decision),
        after: count((_was, is) => is === decision),
      })),
      rules: rules.map(({ id, name }) => ({ id, name: name as LabelValue, hits: this.#hits.get(id) ?? 0 })),
      samples: this.#samples,
    };
  }
}

export interface BackTestAnswer extends Partial<BackTestResult> {
  id: string;
  number: number;
  source: 'log' | 'file';
  days: number | null;
  fileName: string | null;
  state: 'running' | 'done' | 'failed';
  total: number;
  done: number;
  startTime: string;
  startedBy: string | null;
}

/** A run that said nothing for so long has ended with its server. */
export const silence = sql`interval '60 seconds'`;

/** The latest back-test of a set; null before the first. */
export async function latestBackTest(db: Database, setId: string): Promise<BackTestAnswer | null> {
  const row = await db
    .selectFrom('rule_back_test')
    .select([
      'id',
      'number',
      'source',
      'days',
      'file_name as fileName',
      'total',
      'done',
      'result',
      'started_at as startedAt',
      'started_by as startedBy',
      sql<BackTestAnswer['state']>`case when state = 'running' and touched_at < now() - ${silence} then 'failed' else state end`.as(
        'state',
      ),
    ])
    .where('rule_set_id', '=', Number(setId))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const { result, startedAt, ...rest } = row;
  return { ...rest, ...((result ?? {}) as Partial<BackTestResult>), id: String(row.id), startTime: startedAt.toISOString() };
}

/** What judging many records needs of a set, made once. */
export function prepared(definition: KeptRuleSet) {
  return { definition, compiled: compileRuleSet(definition) };
}
