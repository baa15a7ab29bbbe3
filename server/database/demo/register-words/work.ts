import { type DemoRecords, records } from './record.ts';

/** Tasks, budgets and what is booked on them. */
export const work: DemoRecords = {
  task: records('riskmanager', 'title owner due priority', [
    'doing | 更新风险偏好声明 | riskmanager | 14 | 2',
    'open | 准备董事会风险报告 | riskmanager | 21 | 3',
    'done | 收集各部门风险清单 | auditor | -8 | 1',
  ]),
  budget: records('admin', 'title year department owner amount', [
    'draft | 内控体系建设 | 2026 | D02 | riskmanager | 850000',
    'draft | 审计信息化 | 2027 | D04 | auditor | 1200000',
  ]),
  booking: records('admin', 'title budget day amount voucher', [
    ' | 咨询服务费一期 | 1 | -90 | 240000 | PZ-2026-0311',
    ' | 培训费 | 1 | -30 | 36000 | PZ-2026-0518',
  ]),
};
