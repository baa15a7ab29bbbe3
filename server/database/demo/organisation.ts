import type { Wording } from '../values.ts';

interface Named {
  code: string;
  name: Wording;
}
const named = (code: string, en: string, hans: string, hant: string): Named => ({ code, name: { en, 'zh-Hans': hans, 'zh-Hant': hant } });

export const departments: readonly (Named & { parent?: string })[] = [
  named('D01', 'Headquarters', '集团总部', '集團總部'),
  { ...named('D02', 'Risk management', '风险管理部', '風險管理部'), parent: 'D01' },
  { ...named('D03', 'Legal and compliance', '法律合规部', '法律合規部'), parent: 'D01' },
  { ...named('D04', 'Internal audit', '内部审计部', '內部稽核部'), parent: 'D01' },
  { ...named('D05', 'Supervision', '纪检监督部', '紀檢監督部'), parent: 'D01' },
  { ...named('D06', 'Finance', '财务部', '財務部'), parent: 'D01' },
  { ...named('D07', 'Information technology', '信息技术部', '資訊技術部'), parent: 'D01' },
  { ...named('D08', 'Data management', '数据管理部', '資料管理部'), parent: 'D07' },
  { ...named('D09', 'Procurement', '采购部', '採購部'), parent: 'D01' },
  { ...named('D10', 'Marketing', '市场部', '市場部'), parent: 'D01' },
  { ...named('D11', 'Engineering', '工程部', '工程部'), parent: 'D01' },
  { ...named('D12', 'Human resources', '人力资源部', '人力資源部'), parent: 'D01' },
];

/** A role sees the listed menu rows and everything below them, without the rows of `except`. */
export interface DemoRole extends Named {
  menus: readonly string[];
  except?: readonly string[];
}

const desk = ['portal-home', 'portal-todo', 'portal-messages', 'portal-author', 'portal-risk-guide'];

export const administratorRole: DemoRole = { ...named('Administrator', 'Administrator', '系统管理员', '系統管理員'), menus: [] };

/** The Administrator sees everything and needs no rows (PERM-01). */
export const roles: readonly DemoRole[] = [
  administratorRole,
  {
    ...named('dataMartAdministrator', 'Data mart administrator', '数据集市管理员', '資料集市管理員'),
    menus: [...desk, 'workbench', 'ai-toolbox', 'report', 'system-dict'],
    except: ['system-dict-remove'],
  },
  {
    ...named('marketManager', 'Market manager', '市场经理', '市場經理'),
    menus: [...desk, 'data-mart', 'data-exploration', 'data-my-board', 'data-authorization', 'report', 'task'],
    except: ['report-board-take'],
  },
  {
    ...named('auditor', 'Auditor', '审计员', '稽核員'),
    menus: [...desk, 'audit', 'control', 'supervise', 'resources', 'report-cockpit', 'task', 'system-dict'],
    except: [
      ...['system-dict-add', 'system-dict-edit', 'system-dict-remove', 'supervise-blacklist-approve'],
      ...['resources-system-approve', 'flow-clients', 'control-finding-accept'],
      // What the audited department reads and answers.
      ...['audit-report-department', 'audit-report-respond'],
    ],
  },
  {
    ...named('riskManager', 'Risk manager', '风险经理', '風險經理'),
    menus: [...desk, 'risk', 'control', 'compliance', 'report', 'task'],
    except: ['report-board-take'],
  },
  {
    ...named('complianceOfficer', 'Compliance officer', '合规专员', '合規專員'),
    menus: [...desk, 'compliance', 'control', 'report-cockpit'],
    except: ['control-finding-accept'],
  },
  {
    ...named('supervisor', 'Supervisor', '监督员', '監督員'),
    menus: [...desk, 'supervise', 'control', 'resources-problem', 'resources-rule', 'task'],
    except: ['control-finding-accept'],
  },
  {
    ...named('dataAnalyst', 'Data analyst', '数据分析师', '資料分析師'),
    menus: [...desk, 'workbench', 'ai-toolbox', 'report'],
    except: ['data-authorization-all', 'data-rule-publish', 'data-rule-remove', 'report-board-publish', 'report-board-take'],
  },
];

/** Sees of several registers what concerns the own department, and nothing else. Nobody has it by chance: lists of the demo stay as they are. */
export const contactRole: DemoRole = {
  ...named('departmentContact', 'Department contact', '部门联络人', '部門聯絡人'),
  menus: [
    ...[...desk, 'control-board', 'control-finding-department', 'control-finding-own', 'control-finding-add', 'control-finding-edit'],
    ...['risk-register-department', 'risk-register-own', 'audit-finding-department', 'audit-finding-own'],
    ...['audit-report-department', 'audit-report-respond'],
    ...['task-list-own', 'task-list-add', 'task-list-edit'],
  ],
};
