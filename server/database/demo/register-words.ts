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
};
