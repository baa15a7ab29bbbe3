/** A record as the demo writes it. */
export interface DemoRecord {
  state?: string;
  /** Account of who made it. Default riskmanager. */
  by?: string;
  values: Readonly<Record<string, string | number | boolean>>;
}

const finding = (
  state: string,
  [title, severity, department, owner, due]: readonly [string, string, string, string, number],
  more: Readonly<Record<string, string>> = {},
): DemoRecord => ({ state, by: 'auditor', values: { title, severity, department, owner, due, ...more } });

const by = (account: string, state: string, values: DemoRecord['values']): DemoRecord => ({ state, by: account, values });
const of = (state: string, values: DemoRecord['values']): DemoRecord => by('riskmanager', state, values);

/** What the registers hold at first, by the id of the register; names and numbers are invented. */
export const demoRecords: Readonly<Record<string, readonly DemoRecord[]>> = {
  finding: [
    finding('open', ['供应商银行账户变更未经双人复核', '3', 'D09', 'riskmanager', -6]),
    finding('open', ['离职人员系统权限未及时收回', '3', 'D07', 'auditor', 12], {
      action: '建立离职当日收回权限的清单，由人力与信息技术每周核对',
    }),
    finding('acting', ['差旅费报销附件缺失', '2', 'D06', 'riskmanager', 20], { action: '补齐附件，报销系统增加附件必填校验' }),
    finding('acting', ['合同用印登记不完整', '2', 'D03', 'riskmanager', -2], { action: '补登用印台账，改用电子印章' }),
    finding('verifying', ['仓库盘点差异未查明原因', '2', 'D09', 'auditor', 8], {
      action: '查明差异原因并调整账务',
      evidence: '盘点差异分析报告 2026-03',
    }),
    finding('verifying', ['生产数据库备份未做恢复演练', '3', 'D07', 'riskmanager', 15], {
      action: '每季度做一次恢复演练',
      evidence: '恢复演练记录 DR-2026-Q1',
    }),
    finding('closed', ['招标文件评分标准不明确', '1', 'D09', 'auditor', -30], { action: '修订招标模板', evidence: '招标文件模板 V3' }),
    finding('closed', ['固定资产标签缺失', '1', 'D06', 'riskmanager', -45], { action: '补贴标签', evidence: '固定资产清查表' }),
  ],
  risk: [
    of('monitored', {
      title: '关键供应商断供',
      category: '供应链',
      department: 'D09',
      owner: 'riskmanager',
      likelihood: 3,
      impact: 5,
      response: 'reduce',
      residualLikelihood: 2,
      residualImpact: 4,
      measure: '双来源采购，安全库存 30 天',
    }),
    of('monitored', {
      title: '客户数据泄露',
      category: '信息安全',
      department: 'D07',
      owner: 'auditor',
      likelihood: 3,
      impact: 5,
      response: 'reduce',
      residualLikelihood: 2,
      residualImpact: 5,
      measure: '访问最小化，脱敏，季度演练',
    }),
    of('assessed', {
      title: '汇率大幅波动',
      category: '财务',
      department: 'D06',
      owner: 'riskmanager',
      likelihood: 4,
      impact: 3,
      response: 'transfer',
      residualLikelihood: 2,
      residualImpact: 3,
    }),
    of('assessed', {
      title: '反垄断调查',
      category: '合规',
      department: 'D03',
      owner: 'riskmanager',
      likelihood: 2,
      impact: 5,
      response: 'accept',
      residualLikelihood: 2,
      residualImpact: 5,
    }),
    of('assessed', {
      title: '工程延期',
      category: '工程',
      department: 'D11',
      owner: 'auditor',
      likelihood: 4,
      impact: 4,
      response: 'reduce',
      residualLikelihood: 3,
      residualImpact: 3,
      measure: '里程碑考核，备选分包商',
    }),
    of('identified', { title: '核心人员流失', category: '人力', department: 'D12', owner: 'riskmanager' }),
    of('identified', { title: '虚假宣传投诉', category: '市场', department: 'D10', owner: 'riskmanager', likelihood: 3, impact: 2 }),
  ],
  'control-measure': [
    of('effective', { title: '供应商双来源复核', risk: 1, kind: 'preventive', owner: 'riskmanager', frequency: '每季度' }),
    of('effective', { title: '敏感数据访问日志检查', risk: 2, kind: 'detective', owner: 'auditor', frequency: '每周' }),
    of('draft', { title: '外汇套期保值', risk: 3, kind: 'preventive', owner: 'riskmanager', frequency: '每月' }),
  ],
  'risk-event': [
    of('investigating', { title: '物流商停运三天', happened: -20, department: 'D09', risk: 1, owner: 'riskmanager', loss: 186500 }),
    of('reported', { title: '邮件误发客户名单', happened: -4, department: 'D10', risk: 2, owner: 'auditor' }),
  ],
  obligation: [
    of('assessed', {
      title: '个人信息处理须取得同意',
      source: '个人信息保护法 第十三条',
      department: 'D07',
      owner: 'riskmanager',
      result: 'compliant',
      rule: '个人信息管理办法',
    }),
    of('gap', {
      title: '重要数据出境须申报评估',
      source: '数据安全法 第三十一条',
      department: 'D08',
      owner: 'riskmanager',
      result: 'partial',
      gap: '两个海外系统未完成申报',
      due: 40,
    }),
    of('open', { title: '经营者集中申报', source: '反垄断法 第二十六条', department: 'D03', owner: 'riskmanager' }),
    of('assessed', {
      title: '安全生产责任制',
      source: '安全生产法 第二十一条',
      department: 'D11',
      owner: 'auditor',
      result: 'nonCompliant',
    }),
  ],
  'audit-entity': [
    by('auditor', '', { title: '采购至付款', department: 'D09', owner: 'auditor', risk: '3', last: -400, cycle: 1 }),
    by('auditor', '', { title: '信息系统权限', department: 'D07', owner: 'auditor', risk: '3', last: -700, cycle: 2 }),
    by('auditor', '', { title: '费用报销', department: 'D06', owner: 'auditor', risk: '2', last: -200, cycle: 3 }),
  ],
  engagement: [
    by('auditor', 'fieldwork', {
      title: '2026 年采购专项审计',
      entity: 1,
      owner: 'auditor',
      start: -15,
      due: 25,
      days: 60,
      scope: '2025 年以来的采购与付款',
    }),
    by('auditor', 'planned', { title: '系统权限审计', entity: 2, owner: 'auditor', start: 30, due: 60, days: 30 }),
    by('auditor', 'reporting', {
      title: '差旅费审计',
      entity: 3,
      owner: 'auditor',
      start: -60,
      due: -3,
      days: 20,
      report: '总体可控，附件管理需加强',
    }),
  ],
  'audit-finding': [
    by('auditor', 'draft', {
      title: '未比价采购 12 笔',
      engagement: 1,
      severity: '3',
      department: 'D09',
      amount: 1260000,
      condition: '抽查 80 笔，12 笔无比价记录',
    }),
    by('auditor', 'agreed', {
      title: '报销附件缺失',
      engagement: 3,
      severity: '2',
      department: 'D06',
      amount: 38500,
      condition: '抽查 60 笔，9 笔缺附件',
      recommendation: '系统增加必填校验',
    }),
  ],
  clue: [
    by('auditor', 'checking', {
      title: '供应商与员工同址',
      source: '数据筛查',
      received: -10,
      owner: 'auditor',
      severity: '3',
      content: '供应商注册地址与采购员住址一致',
    }),
    by('auditor', 'new', {
      title: '招标信息外泄举报',
      source: '举报信箱',
      received: -2,
      owner: 'auditor',
      severity: '2',
      content: '投标人称竞争对手提前知道限价',
    }),
  ],
  case: [by('auditor', 'open', { title: '围标串标案', owner: 'auditor', department: 'D09', due: 45, loss: 560000 })],
  contract: [
    of('settling', {
      title: '二期厂房土建工程',
      supplier: '明德建筑安装有限公司',
      owner: 'auditor',
      signed: -500,
      amount: 12000000,
      settlement: 13680000,
    }),
    of('running', { title: '仓库改造', supplier: '恒远自动化设备有限公司', owner: 'auditor', signed: -120, amount: 3200000 }),
    of('settled', {
      title: '办公楼装修',
      supplier: '瑞丰装饰有限公司',
      owner: 'auditor',
      signed: -700,
      amount: 1800000,
      settlement: 1765000,
    }),
  ],
  task: [
    of('doing', { title: '更新风险偏好声明', owner: 'riskmanager', due: 14, priority: '2' }),
    of('open', { title: '准备董事会风险报告', owner: 'riskmanager', due: 21, priority: '3', after: 1 }),
    of('done', { title: '收集各部门风险清单', owner: 'auditor', due: -8, priority: '1' }),
  ],
  budget: [
    of('approved', { title: '内控体系建设', year: 2026, department: 'D02', owner: 'riskmanager', amount: 850000 }),
    of('draft', { title: '审计信息化', year: 2027, department: 'D04', owner: 'auditor', amount: 1200000 }),
  ],
  booking: [
    of('', { title: '咨询服务费一期', budget: 1, day: -90, amount: 240000, voucher: 'PZ-2026-0311' }),
    of('', { title: '培训费', budget: 1, day: -30, amount: 36000, voucher: 'PZ-2026-0518' }),
  ],
};
