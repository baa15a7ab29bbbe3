import { type LabelValue, labelOf, type Wording } from '../values.ts';
import { pick, seeded } from './random.ts';

export interface DemoTodo {
  username: string;
  mainSource: string;
  source: string;
  title: LabelValue;
  url: string;
  submittedBy: number;
  submittedAt: Date;
  dueOn: string;
}

/** How many open tasks the known accounts have: above 99, so that a badge shows 99+ (HOME-07). */
const amounts: readonly (readonly [string, string, number])[] = [
  ['admin', 'audit', 128],
  ['admin', 'supervise', 7],
  ['admin', 'risk', 5],
  ['auditor', 'audit', 23],
  ['auditor', 'supervise', 3],
  ['riskmanager', 'risk', 14],
];

const kinds: Record<string, readonly { source: string; url: string; title: Wording }[]> = {
  audit: [
    { source: 'paper', url: '/audit/papers', title: wording('Review working paper {n}', '复核审计底稿 {n}', '複核稽核底稿 {n}') },
    { source: 'finding', url: '/audit/findings', title: wording('Confirm finding {n}', '确认审计发现 {n}', '確認稽核發現 {n}') },
    { source: 'report', url: '/audit/reports', title: wording('Approve audit report {n}', '审批审计报告 {n}', '審批稽核報告 {n}') },
  ],
  supervise: [
    { source: 'clue', url: '/supervision/clues', title: wording('Examine clue {n}', '核查案件线索 {n}', '查核案件線索 {n}') },
    { source: 'case', url: '/supervision/cases', title: wording('Decide on case {n}', '审议案件 {n}', '審議案件 {n}') },
  ],
  risk: [
    { source: 'assessment', url: '/risk/assessment', title: wording('Assess risk {n}', '评估风险 {n}', '評估風險 {n}') },
    { source: 'event', url: '/risk/event', title: wording('Report on event {n}', '填报风险事件 {n}', '填報風險事件 {n}') },
  ],
};

const day = 86_400_000;
const start = Date.UTC(2026, 0, 5, 1);

export function todos(people: number): DemoTodo[] {
  const random = seeded(99_001);
  return amounts.flatMap(([username, mainSource, amount]) =>
    Array.from({ length: amount }, (_, index) => {
      const kind = pick(kinds[mainSource] ?? [], random);
      const submitted = start + Math.floor(random() * 60) * day + Math.floor(random() * 8) * 3_600_000;
      return {
        username,
        mainSource,
        source: kind.source,
        title: labelOf(numbered(kind.title, `${mainSource.slice(0, 1).toUpperCase()}-${String(index + 1).padStart(4, '0')}`)),
        url: kind.url,
        submittedBy: Math.floor(random() * people),
        submittedAt: new Date(submitted),
        dueOn: new Date(submitted + (5 + Math.floor(random() * 25)) * day).toISOString().slice(0, 10),
      };
    }),
  );
}

function wording(en: string, hans: string, hant: string): Wording {
  return { en, 'zh-Hans': hans, 'zh-Hant': hant };
}

function numbered(text: Wording, number: string): Wording {
  const fill = (part: string | undefined) => part?.replace('{n}', number);
  return { en: fill(text.en) ?? '', 'zh-Hans': fill(text['zh-Hans']), 'zh-Hant': fill(text['zh-Hant']) };
}
