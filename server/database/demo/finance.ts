import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type {} from '../../modules/finance/tables.ts';
import type {} from '../../modules/risk/tables.ts';
import type { Database } from '../connection.ts';
import { paperUuid } from './risk.ts';

/** What becomes of the papers, by their number from 1. */
const fates = [
  'untouched',
  'begun',
  'full',
  'full',
  'submitted',
  'late',
  'revoked',
  'untouched',
  'begun',
  'full',
  'submitted',
  'full',
] as const;
type Fate = (typeof fates)[number];

/** The uuid of a demo finance paper: the same on every fill, `number` 1 to 12. */
export function demoFinancePaper(number: number): string {
  return paperUuid(`finance ${number}`);
}

const companies = ['华东分公司', '华南分公司', '华北分公司', '西南分公司'];

/** Amounts of a company of middling health: end and start of the period. */
const amounts: Readonly<Record<string, readonly [end: number, start?: number]>> = {
  cash: [48_260_315.42, 39_118_204.1],
  shortInvestments: [12_000_000, 8_500_000],
  receivables: [61_734_908.77, 55_201_376.3],
  prepayments: [4_318_220, 5_102_900.5],
  inventories: [52_906_113.09, 47_338_001.64],
  otherCurrentAssets: [2_145_700.35, 1_988_412],
  fixedAssets: [118_402_556.8, 121_870_334.28],
  intangibles: [15_663_000, 16_204_500],
  otherFixed: [6_250_890.41, 5_870_000],
  shortLoans: [35_000_000, 40_000_000],
  payables: [44_819_276.15, 41_003_882.47],
  otherCurrentLiabilities: [18_277_431.9, 16_820_050.06],
  longLoans: [60_000_000, 65_000_000],
  otherLiabilities: [5_120_000, 4_930_000],
  revenue: [268_905_440.36, 241_377_902.18],
  costs: [196_338_217.55, 178_902_114.07],
  sellingExpenses: [21_870_334.12, 20_114_560.9],
  adminExpenses: [17_240_118.66, 16_338_702.25],
  interest: [4_366_250, 4_912_500],
  otherResult: [-1_208_433.07, 615_220],
  incomeTax: [6_970_521.74, 5_431_311.24],
  operatingCash: [31_884_207.19, 24_550_318.86],
  investments: [12_403_770, 15_220_114.3],
  guarantees: [20_000_000],
  overdueDebt: [0],
  researchExpenses: [9_882_160.48],
};

/**
 * One evaluation with twelve finance papers in all states (untouched, begun, full, submitted, past the deadline, revoked). Days count from
 * today, so that open papers stay open for a while.
 */
export async function fillFinance(db: Database): Promise<void> {
  const { id: template } = await db.selectFrom('risk_template').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow();
  const domains = await db.selectFrom('risk_business_domain').select('id').where('template_id', '=', template).orderBy('id').execute();
  const evaluation = await db
    .insertInto('risk_evaluation')
    .values({ name: '2026年度财务尽职调查', template_id: template, end_on: day(60), created_by: 'riskmanager', removed_at: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  const papers = await db
    .insertInto('risk_paper')
    .values(
      fates.map((fate, index) => ({
        uuid: demoFinancePaper(index + 1),
        evaluation_id: evaluation.id,
        template_id: template,
        statement: 'finance',
        business_domains: domains.map((row) => row.id),
        send_type: 1,
        user_code: null,
        inner_user_name: null,
        out_user_name: `财务联系人${index + 1}`,
        out_email: `finance${index + 1}@example.com`,
        send_company: companies[index % companies.length] ?? '',
        send_department: '财务部',
        end_on: day(fate === 'late' ? -5 : 60),
        link_ends_on: day(400),
        created_at: new Date(Date.now() - 20 * 86_400_000),
        submitted_at: null,
        removed_at: fate === 'revoked' ? new Date() : null,
      })),
    )
    .returning(['id', 'uuid'])
    .execute();
  const fateOf = new Map(fates.map((fate, index) => [demoFinancePaper(index + 1), fate]));
  const figures = papers.flatMap(({ id, uuid }, index) =>
    figuresOf(fateOf.get(uuid) ?? 'untouched', index).map((figure) => ({ paper_id: id, ...figure })),
  );
  await db.insertInto('statement_figure').values(figures).execute();
  await sql`insert into statement_figure_history (paper_id, field, period, version, value)
    select paper_id, field, period, version, value from statement_figure`.execute(db);
  await submit(
    db,
    papers.filter(({ uuid }) => fateOf.get(uuid) === 'submitted').map(({ id }) => id),
  );
}

/** Every paper a little larger than the one before. */
function figuresOf(fate: Fate, index: number): { field: string; period: string; value: string; version: number }[] {
  if (fate === 'untouched') return [];
  const year = new Date().getUTCFullYear() - 1;
  const days = [Date.UTC(year, 11, 31), Date.UTC(year, 0, 1)] as const;
  const all: Record<string, readonly [number, number?]> = { period: days, ...amounts };
  const cells = Object.entries(all).flatMap(([field, values]) =>
    values.flatMap((value, at) => {
      if (value === undefined) return [];
      const scaled = field === 'period' ? value : Math.round(value * (100 + index * 5)) / 100;
      return [{ field, period: at === 0 ? 'end' : 'start', value: String(scaled), version: 1 }];
    }),
  );
  return fate === 'begun' || fate === 'late' ? cells.slice(0, 15) : cells;
}

async function submit(db: Database, ids: readonly number[]): Promise<void> {
  await sql`update risk_paper set state = 1, version = 2, submitted_at = created_at + interval '3 days' where id = any(${ids})`.execute(db);
  for (const id of ids) {
    const figures = await db
      .selectFrom('statement_figure')
      .select(['field', 'period', sql<string>`value::text`.as('value')])
      .where('paper_id', '=', id)
      .orderBy('field')
      .orderBy('period')
      .execute();
    const hash = createHash('sha256');
    for (const { field, period, value } of figures) hash.update(`${field},${period},${value}\n`);
    await sql`insert into risk_receipt (number, paper_id, key, submitted_at, answers, digest)
      select 'DEMO' || lpad(id::text, 6, '0'), id, 'demo-' || id, submitted_at, ${figures.length}::int, ${hash.digest('hex')}::text
      from risk_paper where id = ${id}`.execute(db);
  }
}

/** A day, counted from today. */
function day(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
