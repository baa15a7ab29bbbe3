import pg from 'pg';
import type { Samples } from './reads.ts';

/** What calls that ask for one thing are given, of the data `fill` wrote: the largest of its kind where there is one. */
const statements: Readonly<Record<string, string>> = {
  'register.id': "select id::text from register_row where register = 'finding' order by id desc limit 1",
  'department.id': 'select id::text from department order by id desc limit 1',
  'system-user.id': "select id::text from app_user where username = 'bench10'",
  'system-role.id': "select id::text from role where role_code = 'bench10'",
  'system-role.roleId': "select id::text from role where role_code = 'bench10'",
  'dictionary.id': 'select id::text from dictionary_entry order by id limit 1',
  'risk.id': 'select max(id)::text from risk_evaluation',
  'risk.projectId': 'select max(id)::text from risk_evaluation',
  'risk.uuid': 'select uuid::text from risk_paper where template_id = (select max(id) from risk_template) order by id limit 1',
  'risk-template.id': 'select max(series_id)::text from risk_template',
  'finance.itemId': 'select paper_id::text from statement_figure order by 1 limit 1',
  'finance.uuid': 'select uuid::text from risk_paper where id = (select min(paper_id) from statement_figure)',
  'message.id': 'select max(id)::text from message',
  'mail.id': 'select max(id)::text from mail where body is not null',
  'relation.code': 'select party_code from relation_party order by id limit 1',
  'relation.supplierCode': 'select party_code from relation_party order by id limit 1',
  'relation.from': 'select party_code from relation_party order by id limit 1',
  'relation.to': 'select party_code from relation_party order by id desc limit 1',
  'rule-set.id': 'select min(id)::text from rule_set',
  'rule-table.id': 'select min(id)::text from rule_set',
  'screening.id': 'select max(id)::text from screening_decision',
  'screening.list.id': 'select min(id)::text from watch_list',
  'screening.listId': 'select min(id)::text from watch_list',
  'script.id': 'select min(id)::text from script',
  'flow-client.clientCode': 'select client_code from flow_client order by id desc limit 1',
  clientCode: 'select client_code from flow_client order by id desc limit 1',
  'flow-project.id': 'select max(id)::text from flow_project',
  'flow-review.id': 'select max(id)::text from flow_review_object',
  'flow-review.batches.id': 'select max(id)::text from flow_project',
  projectId: 'select max(id)::text from flow_project',
  reviewBatchNo: 'select review_batch_no from flow_review_object where project_id = (select max(id) from flow_project) limit 1',
  'flow-comparison.reviewObjectId': 'select min(review_object_id)::text from flow_comparison',
  'flow-bill-report.reviewObjectId': 'select min(review_object_id)::text from flow_bill_report',
  'flow-process.id': 'select min(id)::text from flow_data_process where rows > 0',
  'evidence.id': 'select max(id)::text from flow_bill_collect',
  'evidence.urlCount.id': 'select min(id)::text from flow_ticket_url',
  'evidence.copyUrl.id': 'select min(id)::text from flow_ticket_url',
  'evidence.copyUrlHistory.id': 'select min(id)::text from flow_ticket_url',
  'evidence.copyUrl': 'select token from flow_ticket_url_copy order by id limit 1',
  'data-run.id': 'select max(id)::text from data_run',
  'workspace.bizId': 'select biz_id from workspace where id = 1',
  bizId: 'select biz_id from data_table where id = 1',
  'data-schedule.bizId': 'select biz_id from data_table where id = (select max(table_id) from data_schedule)',
  'data-process.bizId': 'select biz_id from data_table where id = (select min(table_id) from data_process)',
  'ai-model.tableId': 'select biz_id from data_table where id = 1',
  'data-exploration.column': 'select name from data_column where table_id = 1 order by position limit 1',
  'file.businessId': "select business_id from stored_file where business_type = 'register' order by id desc limit 1",
};
const fixed: Samples = {
  'register.register': 'finding',
  'register.by': ['state', 'severity'],
  'register.field': 'owner',
  'register.page.sorts': ['code', 'state', 'updateTime', 'title', 'due'],
  'register.page.filters': { state: 'open', overdue: true, severity: '1', owner: '1' },
  type: 'risk-level',
  'data-schedule.cron': '0 6 * * *',
  'file.businessType': 'register',
  'screening.text': '采购',
  usercode: 'T00001',
  'workspace.owner.bizId': '1000000000000000001',
  'rule-set.before': 1,
  'rule-set.after': 1,
  kind: 'product',
  'data-feed.source': 'none',
  'todo.mainSource': 'audit',
};

export async function samplesOf(url: string): Promise<Samples> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const found: Record<string, unknown> = { ...fixed };
    for (const [name, statement] of Object.entries(statements)) {
      const { rows } = await client.query({ text: statement, rowMode: 'array' });
      if (rows[0]?.[0] != null) found[name] = rows[0][0];
    }
    return found;
  } finally {
    await client.end();
  }
}
