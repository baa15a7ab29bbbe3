import { type Kysely, sql } from 'kysely';
import { addButton, openPages } from './199-registers.ts';

/** Rows of the menu that announced a page, the page they get, and the area of their permissions. */
const pages = [
  ['risk-assessment', 'main#registers/risk-assessment', 'risk:assessment'],
  ['compliance-clause', 'main#registers/clause', 'compliance:clause'],
  ['compliance-gap', 'main#registers/gap', 'compliance:gap'],
  ['compliance-review', 'main#registers/compliance-review', 'compliance:review'],
  ['conformance-check', 'main#registers/control-test', 'conformance:check'],
  ['conformance-self', 'main#registers/self-assessment', 'conformance:self'],
  ['resources-program', 'tab-view#registers/audit-program', 'resources:program'],
  ['resources-problem', 'tab-view#registers/problem', 'resources:problem'],
  ['resources-statute', 'tab-view#registers/statute', 'resources:statute'],
  ['resources-system', 'tab-view#registers/policy', 'resources:system'],
  ['resources-rule', 'tab-view#registers/internal-rule', 'resources:rule'],
  ['resources-consulting', 'tab-view#registers/inquiry', 'resources:consulting'],
  ['resources-industry', 'tab-view#registers/industry-news', 'resources:industry'],
  ['audit-plan', 'main#registers/audit-plan', 'audit:plan'],
  ['audit-paper', 'main#registers/working-paper', 'audit:paper'],
  ['audit-report', 'main#registers/audit-report', 'audit:report'],
  ['engineering-project', 'tab-view#registers/project', 'engineering:project'],
  ['engineering-finalization', 'tab-view#registers/finalization', 'engineering:finalization'],
  ['supervise-blacklist', 'tab-view#registers/blacklist', 'supervise:blacklist'],
  ['supervise-fraud', 'tab-view#registers/fraud', 'supervise:fraud'],
] as const;

/** Where a second person decides; some of them had the button before they had the page. */
const decided = [
  ...['risk-assessment', 'compliance-clause', 'compliance-gap', 'compliance-review', 'conformance-check', 'conformance-self'],
  ...['resources-system', 'audit-plan', 'audit-paper', 'audit-report', 'engineering-finalization', 'supervise-blacklist'],
];

/** An installation whose menu announced these pages gets them, and the overview of compliance for who sees the clauses and the gaps. */
export async function up(db: Kysely<never>): Promise<void> {
  await openPages(db, pages);
  for (const [menu, , area] of pages.filter(([menu]) => decided.includes(menu))) {
    const button = { id: `${menu}-approve`, menu, hans: '审批', hant: '簽核', en: 'Approve', sort: 40, perms: `${area}:approve` };
    await addButton(db, button);
  }
  await sql`insert into menu (menu_id, parent_id, type, name, name_hans, name_hant, name_en, url, component, icon, perms, sort)
    select 'compliance-coverage', 'compliance', '1', '合规总览', '合规总览', '合規總覽', 'Coverage', '/compliance/coverage',
      'main#compliance/coverage', 'pie-chart', 'compliance:coverage:view', 5
    where exists (select 1 from menu where menu_id = 'compliance') on conflict do nothing`.execute(db);
  await sql`insert into role_menu (role_id, menu_id)
    select one.role_id, 'compliance-coverage' from role_menu as one join role_menu as other on other.role_id = one.role_id
    where one.menu_id = 'compliance-clause' and other.menu_id = 'compliance-gap' and exists (select 1 from menu where menu_id = 'compliance-coverage')
    on conflict do nothing`.execute(db);
}
