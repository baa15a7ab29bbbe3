import type { sizes } from './sizes.ts';

type Sizes = { readonly [Name in keyof typeof sizes]: number };

/** A name of the same text in all languages, as the columns hold names. */
const named = (text: string) =>
  `jsonb_build_array(jsonb_build_object('l', 'zh-Hans', 't', ${text}, 'd', true), jsonb_build_object('l', 'en', 't', ${text}))`;
const someDay = (salt: string, i = 'i', days = 1825) => `now() - pick('${salt}', ${i}, ${days * 24}) * interval '1 hour'`;
/** In the order of `i`, so that later rows are newer. */
const inOrder = (count: number) => `now() - (${count} - i) * interval '1825 days' / ${count}`;
const series = (count: number) => `generate_series(1, ${count}) as i`;
/** Most people are those of the company; a share of a hundredth is spread over the first accounts of the demo, so that they have much of everything. */
export const person = (salt: string, i = 'i') =>
  `case when pick(${salt} || 'demo', ${i}, 200) = 0 then 1 + pick(${salt}, ${i}, 12) else (select first + 1 + pick(${salt}, ${i}, count) from bench_people) end`;
export const department = (salt: string, i = 'i') => `(select first + 1 + pick(${salt}, ${i}, count) from bench_departments)`;

/**
 * `pick(salt, i, n)`: 0 to n - 1, the same for the same seed on every machine; `words(salt, i, n)`: n words of two letters with nothing between.
 * They stand in a schema of their own, which goes when the data are there.
 */
export function helpers(seed: number): string[] {
  const words =
    '采购 供应 合同 付款 审批 权限 库存 资产 信息 安全 合规 制度 流程 数据 备份 客户 报销 预算 工程 招标 验收 监督 整改 复核 盘点 印章 档案 培训 应急 环保'.split(
      ' ',
    );
  return [
    'create schema if not exists bench',
    'set search_path = public, bench',
    `create or replace function bench.pick(salt text, i bigint, n bigint) returns integer language sql immutable parallel safe
      return (abs(hashtextextended(salt || ':' || i, ${seed}) % n))::integer`,
    // A part of one long text: written in one step, where words that are put together would take most of the time.
    `create or replace function bench.words(salt text, i bigint, n integer) returns text language sql immutable parallel safe
      return substr('${mixed(words, 3000)}', 1 + 2 * bench.pick(salt, i, 2900), 2 * n)`,
  ];
}

/** As many words one after the other, none of them in an order that repeats soon. */
function mixed(words: readonly string[], count: number): string {
  let state = 7;
  return Array.from({ length: count }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return words[state % words.length];
  }).join('');
}

/** Departments (eight levels, three below each), roles, people. */
export function organisation(s: Sizes): string[] {
  return [
    `create table bench.bench_departments as select max(id) as first, ${s.departments}::bigint as count from department`,
    `insert into department (id, code, name, parent_id, sort) overriding system value
      select first + i, 'B' || i, ${named(`words('department', i, 2) || i`)}, case when i = 1 then (select min(id) from department) else first + 1 + (i - 2) / 3 end, i * 10
      from bench_departments, ${series(s.departments)}`,
    `create table bench.bench_roles as select max(id) as first, ${s.roles}::bigint as count from role`,
    `insert into role (id, role_code, name, sort) overriding system value
      select first + i, 'bench' || i, ${named(`words('role', i, 2) || i`)}, 1000 + i from bench_roles, ${series(s.roles)}`,
    `insert into role_menu (role_id, menu_id) select first + i, menu_id from bench_roles, ${series(s.roles)}, (select menu_id, row_number() over (order by menu_id) as at from menu) as menus
      where pick('role menu' || at, i, 5) = 0`,
    `create table bench.bench_people as select max(id) as first, ${s.users}::bigint as count from app_user`,
    `insert into app_user (id, username, name, name_en, user_code, email, phone, department_id, password_hash, created_at, status) overriding system value
      select people.first + i, 'bench' || i, words('person', i, 1) || i, 'Person ' || i, 'B' || lpad(i::text, 6, '0'), 'bench' || i || '@example.com', '139' || lpad(i::text, 8, '0'), ${department(`'of person'`)},
        (select password_hash from app_user where username = 'contact'), ${inOrder(s.users)}, case when pick('left', i, 20) = 0 then '1' else '0' end
      from bench_people as people, ${series(s.users)}`,
    `insert into user_role (user_id, role_id) select distinct people.first + i, roles.first + 1 + pick('user role' || k, i, roles.count) from bench_people as people, bench_roles as roles, ${series(s.users)}, generate_series(1, 2) as k`,
    `insert into user_role (user_id, role_id) select people.first + i, 4 + pick('shipped role', i, 6) from bench_people as people, ${series(s.users)} where pick('has shipped role', i, 10) = 0`,
    `insert into last_sign_in (user_id, at) select people.first + i, ${someDay('last sign in', 'i', 90)} from bench_people as people, ${series(s.users)}`,
    `insert into delegation (authorizer_id, agent_id, start_date, end_date, announced_status) select people.first + i, people.first + i + 1, current_date - pick('delegation', i, 1000), current_date - pick('delegation', i, 1000) + 14, '4'
      from bench_people as people, ${series(Math.floor(s.users / 20))}`,
  ];
}

/** What comes after the records of the registers: their numbers, history and files. */
export const afterRecords: string[] = [
  `insert into register_number (register, last) select register, max(number) from register_row group by 1 on conflict (register) do update set last = excluded.last`,
  `insert into stored_file (path, business_type, business_id, origin_name, extension, type, size, sha256, created_by, created_at, kept_at)
    select file ->> 'path', 'register', register_row.id::text, file ->> 'name', 'pdf', 'application/pdf', 120000, sha256((file ->> 'path')::bytea), created_by, created_at, created_at
    from register_row, jsonb_each(data) as field, jsonb_array_elements(case when jsonb_typeof(field.value) = 'array' then field.value end) as file
    where jsonb_typeof(file) = 'object' and file ->> 'path' like 'files/bench-%'`,
  `insert into audit_log (at, actor_id, actor, subject_user_id, action, target_type, target_id, target_name, detail, ip, request_id)
    select row.created_at + step * interval '3 days', made_by, created_by, made_by, (array['register_row_create', 'register_row_move', 'register_row_update'])[1 + step], 'register_row', row.id::text, data ->> 'title',
      case step when 1 then jsonb_build_object('from', state, 'to', state, 'register', register) else jsonb_build_object('register', register, 'after', data) end, '10.0.0.1', 'bench'
    from register_row as row, generate_series(0, 2) as step where step = 0 or pick('history' || step, row.id, 4) = 0
    order by row.created_at`,
];

/** Questionnaires: many small ones about the shipped template, few large ones about one of `criteria` x `domains`. */
export function questionnaires(s: Sizes): string[] {
  return [
    `create table bench.bench_template as select max(id) + 1 as id from risk_template`,
    `insert into risk_template (id, name, series_id, published_by) overriding system value select id, ${named(`'集团年度风险评估'`)}, id, 'admin' from bench_template`,
    `insert into risk_business_domain (template_id, sort, name) select id, i, ${named(`words('business', i, 2) || i`)} from bench_template, ${series(5)}`,
    `insert into risk_domain (business_domain_id, sort, first_kind, name) select business.id, i, ${named(`'业务'`)}, ${named(`words('domain', i, 2) || i`)}
      from risk_business_domain as business, generate_series(1, ${Math.floor(s.domains / 5)}) as i where template_id = (select id from bench_template)`,
    `insert into risk_criteria (template_id, sort, dimension, cause, sub_cause, explanation, levels)
      select bench_template.id, i, ${named(`'维度' || i / 50`)}, ${named(`words('cause', i / 5, 2)`)}, ${named(`words('sub', i, 2) || i`)}, ${named(`words('explained', i, 12)`)}, (select levels from risk_criteria order by id limit 1)
      from bench_template, ${series(s.criteria)}`,
    `create table bench.bench_evaluations as select max(id) as first from risk_evaluation`,
    `insert into risk_evaluation (id, name, template_id, end_on, created_by, created_at, closed_at, closed_by) overriding system value
      select first + i, words('evaluation', i, 2) || '风险评估' || i, case when i > ${s.evaluations - s.largeEvaluations} then (select id from bench_template) else 1 end,
        (${inOrder(s.evaluations)})::date + 30, 'riskmanager', ${inOrder(s.evaluations)}, case when i < ${s.evaluations * 0.95} then ${inOrder(s.evaluations)} + interval '40 days' end, case when i < ${s.evaluations * 0.95} then 'riskmanager' end
      from bench_evaluations, ${series(s.evaluations)}`,
    `insert into risk_paper (evaluation_id, template_id, business_domains, send_type, user_code, inner_user_name, send_company, send_department, end_on, link_ends_on, state, created_at, submitted_at, closed_at)
      select e.id, e.template_id, (select array_agg(d.id) from risk_business_domain as d where d.template_id = e.template_id), 0, u.user_code, u.name, '集团总部', '部门', e.end_on, e.end_on + 400, done, e.created_at,
        case when done = 1 then e.created_at + interval '5 days' end, e.closed_at
      from risk_evaluation as e, bench_evaluations, bench_people as people,
        lateral (select i from generate_series(1, case when e.id > bench_evaluations.first + ${s.evaluations - s.largeEvaluations} then ${s.manyRecipients} else ${s.fewRecipients} end) as i) as recipients,
        lateral (select pick('submitted' || e.id, i, 2) as done) as submitted, lateral (select user_code, name from app_user where id = people.first + 1 + (pick('recipient', e.id, people.count) + i) % people.count) as u
      where e.id > bench_evaluations.first`,
    `insert into risk_answer (paper_id, criteria_id, domain_id, value, version)
      select p.id, c.id, d.id, pick('answer', p.id * 31 + c.id * 7 + d.id, 3) + 1, 1
      from (select * from risk_paper where template_id = (select id from bench_template) order by id limit ${s.answeredPapers}) as p, risk_criteria as c, risk_domain as d
      where c.template_id = p.template_id and d.business_domain_id in (select id from risk_business_domain where template_id = p.template_id)`,
  ];
}

/** The log of operations and of sign-ins, messages and mails. */
export function logsAndMessages(s: Sizes): string[] {
  return [
    `insert into audit_log (at, actor_id, actor, subject_user_id, action, target_type, target_id, target_name, detail, ip, user_agent, request_id)
      select ${inOrder(s.signIns)}, people.first + who, 'bench' || who, people.first + who, (array['login', 'login', 'login', 'logout', 'logout', 'login_failed'])[1 + pick('sign in', i, 6)], 'session', i::text, null, '{}',
        '10.' || pick('ip', i, 200) || '.0.1', 'Mozilla/5.0', 'bench'
      from bench_people as people, ${series(s.signIns)}, lateral (select 1 + pick('signs in', i, people.count) as who) as one`,
    `insert into audit_log (at, actor_id, actor, subject_user_id, action, target_type, target_id, target_name, detail, ip, request_id)
      select ${inOrder(s.operations)}, people.first + who, 'bench' || who, people.first + who, (array['user_update', 'role_update', 'dictionary_update', 'file_download', 'data_export'])[1 + pick('operation', i, 5)], 'app_user', (1 + pick('target', i, 20000))::text,
        words('target', i, 2), jsonb_build_object('before', jsonb_build_object('name', words('before', i, 3)), 'after', jsonb_build_object('name', words('after', i, 3))), '10.0.0.1', 'bench'
      from bench_people as people, ${series(s.operations)}, lateral (select 1 + pick('operates', i, people.count) as who) as one`,
    `insert into message (user_id, template, parameters, notice_type, level, link, source_id, created_at, read_at, deleted_at, mailed_at)
      select ${person(`'message'`)}, (array['register/assigned', 'register/overdue', 'register/waits'])[1 + kind], jsonb_build_object('code', 'F-' || i, 'name', words('about', i, 3), 'register', ${named(`'问题整改'`)}, 'state', ${named(`'整改中'`)}, 'due', '2026-11-01'),
        (array['1', 'riskWarning', 'auditProject'])[1 + pick('type', i, 3)], 1 + pick('level', i, 3), '/control/findings?record=' || (1 + pick('record', i, 300000)), (1 + pick('record', i, 300000))::text, at,
        case when i < ${s.messages * 0.97} and pick('read', i, 10) < 9 then at + interval '1 day' end, null, case when i < ${s.messages * 0.999} then at + interval '1 day' end
      from ${series(s.messages)}, lateral (select ${inOrder(s.messages)} as at, pick('kind', i, 3) as kind) as row`,
    `insert into mail (recipient, subject, user_id, state, attempts, next_try_at, created_at, sent_at)
      select 'bench' || who || '@example.com', '您有未读消息', people.first + who, case when i > ${s.mails * 0.99} then 'kept' else 'sent' end, 1, at, at, at
      from bench_people as people, ${series(s.mails)}, lateral (select 1 + pick('mailed', i, people.count) as who, ${inOrder(s.mails)} as at) as one`,
  ];
}

/** Flow audit: clients, projects, review objects, bill tasks, tickets with their uploads and events. */
export function flowAudit(s: Sizes): string[] {
  const clients = 20;
  const projects = 100;
  return [
    `create table bench.bench_flow as select (select max(id) from flow_client) as client, (select max(id) from flow_project) as project, (select max(id) from flow_review_object) as object, (select max(id) from flow_bill_collect) as task`,
    `insert into flow_client (id, client_code, client_name) overriding system value select client + i, 'BENCH' || i, words('client', i, 2) || i || '公司' from bench_flow, ${series(clients)}`,
    `insert into flow_client_member (client_id, user_id) select id, 1 from flow_client where client_code like 'BENCH%' on conflict do nothing`,
    `insert into flow_client_member (client_id, user_id) select id, (select first from bench_people) + i from flow_client, ${series(30)} where client_code like 'BENCH%' on conflict do nothing`,
    `insert into flow_dealer (client_id, dealer_code, dealer_name) select client + 1 + i % ${clients}, 'D' || i, words('dealer', i, 3) || i from bench_flow, ${series(10_000)}`,
    `insert into flow_client_product (client_id, product_code, product_name) select client + 1 + i % ${clients}, 'P' || i, words('product', i, 2) || i from bench_flow, ${series(10_000)}`,
    `insert into flow_matching_relation (client_id, kind, source_name, target_code, target_name) select client + 1 + i % ${clients}, 'dealer', 'source' || i, 'D' || i, words('dealer', i, 3) || i from bench_flow, ${series(20_000)}`,
    `insert into flow_project (id, client_id, project_name, status, start_date, end_date) overriding system value
      select project + i, client + 1 + i % ${clients}, words('project', i, 2) || '流向审计' || i, '1', current_date - 300, current_date + 60 from bench_flow, ${series(projects)}`,
    `insert into flow_review_object (id, project_id, review_batch_no, dealer_code, dealer_name, status, executor_id) overriding system value
      select object + i, project + 1 + i % ${projects}, '2026-' || lpad((1 + i / 1000)::text, 2, '0'), 'D' || i, words('dealer', i, 3) || i, pick('status', i, 3)::text, case when pick('mine', i, 20) = 0 then 1 else (select first from bench_people) + 1 + i % 30 end
      from bench_flow, ${series(s.reviewObjects)}`,
    `insert into flow_bill_collect (id, review_object_id, task_name, task_type, ticket_date, product_code, product_name, qty, flow_type, status, created_at, updated_by) overriding system value
      select task + i, object + 1 + i % ${s.reviewObjects}, '2026-' || i || ' ' || words('product', i, 1), 'sample', current_date - pick('day', i, 400), 'P' || i, words('product', i, 2), 1 + pick('qty', i, 500), 'sale', (array['0000', '0010', '0100', '1000', '1000', '1000'])[1 + pick('task status', i, 6)], ${inOrder(s.billTasks)}, 'auditor'
      from bench_flow, ${series(s.billTasks)}`,
    `insert into flow_ticket_upload (path, collect_id, ticket_type_code, origin_name, type, size, sha256, recognised, created_at, created_by)
      select 'files/bench-ticket-' || i || '.png', task + 1 + i % ${s.billTasks}, 'vat-special', 'ticket-' || i || '.png', 'image/png', 2000, md5(i::text) || md5('s' || i), jsonb_build_object('ocrNum', i::text, 'ocrAmount', '100.00', 'source', 'qr'), ${inOrder(s.tickets)}, 'link'
      from bench_flow, ${series(s.tickets)}`,
    `insert into flow_bill_ticket (collect_id, ticket_type_code, file_path, ticket_code, ticket_date, ticket_num, ticket_amount, is_real, created_at, updated_by)
      select task + 1 + i % ${s.billTasks}, 'vat-special', 'files/bench-ticket-' || i || '.png', '044002600111', current_date - pick('ticket day', i, 400), lpad(i::text, 8, '0'), pick('amount', i, 10000000) / 100.0, case pick('real', i, 3) when 0 then '0' when 1 then '1' end, ${inOrder(s.tickets)}, 'link'
      from bench_flow, ${series(s.tickets)}`,
    `insert into flow_evidence_event (collect_id, event, file_path, created_at, created_by)
      select task + 1 + i % ${s.billTasks}, 'brought', 'files/bench-ticket-' || i || '.png', ${inOrder(s.tickets)}, 'link' from bench_flow, ${series(s.tickets)}`,
  ];
}

/** Workspaces, the catalogue with its columns and refreshes, grants, schedules and their runs. */
export function dataMart(s: Sizes): string[] {
  return [
    `create table bench.bench_data as select (select max(id) from workspace) as space, (select max(id) from data_table) as first, (select max(id) from data_schedule) as schedule`,
    `insert into workspace (id, name, remark) overriding system value select space + i, words('workspace', i, 2) || i, words('remark', i, 8) from bench_data, ${series(s.workspaces)}`,
    `insert into workspace_member (workspace_id, user_id, role_type, status, answered_at) select space + i, (select first from bench_people) + 1 + (i * 50 + k) % ${s.users}, case when k = 0 then '0' else '2' end, '0', now()
      from bench_data, ${series(s.workspaces)}, generate_series(0, 20) as k`,
    `insert into workspace_member (workspace_id, user_id, role_type, status, answered_at) select space + i, 1, '1', '0', now() from bench_data, ${series(s.workspaces)} where i % 5 = 0`,
    `insert into workspace_task (workspace_id, title, owner_id, starts_on, ends_on, state, progress) select space + 1 + i % ${s.workspaces}, words('plan', i, 3), ${person(`'plan'`)}, current_date - 30, current_date + pick('ends', i, 60), case when pick('plan state', i, 10) < 8 then '2' else '0' end, 50
      from bench_data, ${series(s.workspaces * 20)}`,
    `insert into data_table (id, name, title, description, tags, kind, owner_id, workspace_id, revision, row_count, byte_count, refreshed_at, created_at) overriding system value
      select first + i, 'bench_' || i, words('table', i, 2) || i, words('described', i, 15), array[words('tag', i, 1)], 'source', ${person(`'table owner'`)}, case when i % 3 = 0 then space + 1 + i % ${s.workspaces} end, 3, 1000 + pick('rows', i, 1000000), 1000000, ${someDay('refreshed', 'i', 30)}, ${inOrder(s.dataTables)}
      from bench_data, ${series(s.dataTables)}`,
    `insert into data_column (table_id, position, name, title, field_type, analysis_type) select first + i, k, 'column_' || k, words('column' || k, i, 1), 'string', 'category' from bench_data, ${series(s.dataTables)}, generate_series(1, 10) as k`,
    `insert into data_refresh (table_id, revision, mode, row_count, made_by, made_at) select first + i, k, 'full', 1000, 'admin', now() - (4 - k) * interval '30 days' from bench_data, ${series(s.dataTables)}, generate_series(1, 3) as k`,
    `insert into data_grant (table_id, user_id, permissions, starts_at, ends_at, reason, asked, state, created_at)
      select distinct on (a, b) a, b, array['view'], now() - interval '100 days', now() + interval '100 days', '分析', '{"columns": null, "endDate": null, "startDate": "2026-01-01", "permissions": ["view"]}'::jsonb, (array['granted', 'granted', 'granted', 'pending', 'rejected', 'revoked'])[1 + pick('grant state', i, 6)], ${someDay('grant', 'i', 400)}
      from bench_data, ${series(s.grants)}, lateral (select first + 1 + pick('granted table', i, ${s.dataTables}) as a, ${person(`'granted'`)} as b) as one`,
    `insert into data_schedule (id, table_id, type, cron, state, owner_id, live_at, next_at, last_started_at, created_at) overriding system value
      select schedule + i, first + i, '1', '0 6 * * *', (array['live', 'live', 'live', 'configured', 'applyOnline'])[1 + pick('schedule', i, 5)], ${person(`'schedule owner'`)}, now(), now() + interval '30 days', now(), ${inOrder(s.schedules)}
      from bench_data, ${series(s.schedules)}`,
    `insert into data_run (kind, table_id, title, status, row_count, requested_by, requested_name, schedule_id, created_at, started_at, ended_at)
      select 'source', first + 1 + i % ${s.schedules}, words('run', i, 2), case when pick('run', i, 20) = 0 then 'failed' else 'finished' end, 1000, 1, 'admin', schedule + 1 + i % ${s.schedules}, at, at, at + interval '9 seconds'
      from bench_data, ${series(s.runs)}, lateral (select ${inOrder(s.runs)} as at) as one`,
  ];
}

/** The log of risk screening with what its counts look up, and reviews of most that were left to people. */
export function screening(s: Sizes): string[] {
  return [
    `create table bench.bench_screening as select max(id) as first from screening_decision`,
    `insert into screening_decision (id, rule_set_id, version_id, user_id, caller, request_key, request_hash, subject, record, decision, score, hits, micros, decided_at) overriding system value
      select first + i, like_it.rule_set_id, like_it.version_id, 1, 'admin', 'BENCH' || i, decode(md5(i::text), 'hex'), words('payee', i % 5000, 3), like_it.record, (array['approve', 'approve', 'approve', 'approve', 'approve', 'approve', 'approve', 'block', 'review', 'review'])[1 + pick('decision', i, 10)], pick('score', i, 100), like_it.hits, 1000 + pick('micros', i, 9000), ${inOrder(s.decisions)}
      from bench_screening, (select * from screening_decision order by id limit 1) as like_it, ${series(s.decisions)}`,
    `insert into screening_review (decision_id, outcome, reason, reviewer_id, reviewer, reviewed_at)
      select id, 'approve', '已核对', 3, 'riskmanager', decided_at + interval '1 day' from screening_decision where decision = 'review' and request_key like 'BENCH%' and pick('reviewed', id, 20) > 0`,
    `insert into screening_key (rule_set_id, field, summed, value, decided_at, decision_id) select rule_set_id, field, '', value, decided_at, id from screening_decision, unnest(array['payer', 'payeeAccount'], array[subject, 'A' || id % 900]) as k (field, value) where request_key like 'BENCH%' and decided_at > now() - interval '90 days'`,
  ];
}
