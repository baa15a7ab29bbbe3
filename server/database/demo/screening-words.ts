import type { Condition, Outcome, RuleField } from '../../../src/core/rule-set/index.ts';
import type { Wording } from '../values.ts';

const wording = (en: string, hans: string, hant: string): Wording => ({ en, 'zh-Hans': hans, 'zh-Hant': hant });

interface DemoField extends Omit<RuleField, 'label'> {
  label: Wording;
}
interface DemoRule {
  id: string;
  name: Wording;
  condition: Condition;
  weight: number;
  outcome: Outcome;
}

/** What a payment is told by. */
export const paymentFields: readonly DemoField[] = [
  { name: 'paymentNo', type: 'string', label: wording('Payment number', '付款单号', '付款單號'), required: true },
  { name: 'payer', type: 'string', label: wording('Paying unit', '付款单位', '付款單位'), required: true, key: true },
  { name: 'payee', type: 'string', label: wording('Payee', '收款方', '收款方'), required: true },
  { name: 'payeeAccount', type: 'string', label: wording('Account of the payee', '收款账号', '收款帳號'), required: true, key: true },
  { name: 'amount', type: 'number', label: wording('Amount', '金额', '金額'), required: true },
  { name: 'country', type: 'string', label: wording('Country of the payee', '收款方国家', '收款方國家') },
  { name: 'channel', type: 'string', label: wording('Channel', '渠道', '管道') },
  { name: 'purpose', type: 'string', label: wording('Purpose', '用途', '用途') },
  { name: 'payTime', type: 'time', label: wording('Time of day', '付款时刻', '付款時刻') },
  { name: 'firstTime', type: 'boolean', label: wording('First payment to the payee', '首次向其付款', '首次向其付款') },
];

export const paymentRules: readonly DemoRule[] = [
  {
    id: 'sanctioned',
    name: wording('Payee is like a name on the sanctions list', '收款方疑似制裁名单', '收款方疑似制裁名單'),
    condition: { all: [{ field: 'payee', operator: 'onList', value: { list: 'SANCTIONS', score: '88' } }] },
    weight: 80,
    outcome: 'review',
  },
  {
    id: 'blacklisted',
    name: wording('Payee or account on the blacklist', '收款方或账号在黑名单内', '收款方或帳號在黑名單內'),
    condition: {
      any: [
        { field: 'payee', operator: 'onList', value: { list: 'BLACKLIST', score: '95' } },
        { field: 'payeeAccount', operator: 'onList', value: { list: 'BLACKLIST', score: '100' } },
      ],
    },
    weight: 100,
    outcome: 'block',
  },
  {
    id: 'veryhigh',
    name: wording('Very high amount', '特大金额', '特大金額'),
    condition: { all: [{ field: 'amount', operator: 'atLeast', value: '500000' }] },
    weight: 35,
    outcome: 'score',
  },
  {
    id: 'firsthigh',
    name: wording('High amount to somebody new', '首次大额付款', '首次大額付款'),
    condition: {
      all: [
        { field: 'amount', operator: 'atLeast', value: '100000' },
        { field: 'firstTime', operator: 'equals', value: true },
      ],
    },
    weight: 30,
    outcome: 'score',
  },
  {
    id: 'belowlimit',
    name: wording('Just below the limit for approval', '略低于审批限额', '略低於審批限額'),
    condition: { all: [{ field: 'amount', operator: 'between', value: ['49000', '49999.99'] }] },
    weight: 25,
    outcome: 'score',
  },
  {
    id: 'split',
    name: wording('Several payments to one account in a day', '一日内多次付至同一账号', '一日內多次付至同一帳號'),
    condition: { all: [{ field: 'payeeAccount', operator: 'countWithin', value: { atLeast: '3', period: '1', unit: 'day' } }] },
    weight: 30,
    outcome: 'score',
  },
  {
    id: 'daytotal',
    name: wording('Unit paid more than 3 million in a day', '单位一日付款超 300 万', '單位一日付款超 300 萬'),
    condition: { all: [{ field: 'payer', operator: 'sumWithin', value: { of: 'amount', atLeast: '3000000', period: '1', unit: 'day' } }] },
    weight: 20,
    outcome: 'score',
  },
  {
    id: 'country',
    name: wording('High-risk country', '高风险国家或地区', '高風險國家或地區'),
    condition: { all: [{ field: 'country', operator: 'in', value: ['IR', 'KP', 'MM', 'SY'] }] },
    weight: 40,
    outcome: 'review',
  },
  {
    id: 'night',
    name: wording('Paid at night over the internet', '夜间网上付款', '夜間網上付款'),
    condition: {
      all: [
        { field: 'payTime', operator: 'between', value: ['00:00', '05:30'] },
        { field: 'channel', operator: 'in', value: ['web', 'app'] },
      ],
    },
    weight: 15,
    outcome: 'score',
  },
  {
    id: 'vague',
    name: wording('Vague purpose', '用途含糊', '用途含糊'),
    condition: {
      any: [
        { field: 'purpose', operator: 'empty' },
        { field: 'purpose', operator: 'contains', value: '咨询' },
        { field: 'purpose', operator: 'contains', value: '服务费' },
        { field: 'purpose', operator: 'matches', value: '其他|备用金|劳务.{0,6}' },
      ],
    },
    weight: 15,
    outcome: 'score',
  },
  {
    id: 'account',
    name: wording('Account number of an unusual form', '账号格式异常', '帳號格式異常'),
    condition: { not: [{ field: 'payeeAccount', operator: 'matches', value: '\\d{12,19}' }] },
    weight: 20,
    outcome: 'score',
  },
  {
    id: 'private',
    name: wording('Company pays a person by cash desk', '柜面对私付款', '櫃檯對私付款'),
    condition: {
      all: [
        { field: 'channel', operator: 'equals', value: 'desk' },
        { not: [{ field: 'payee', operator: 'contains', value: '公司' }] },
        { field: 'amount', operator: 'atLeast', value: '20000' },
      ],
    },
    weight: 0,
    outcome: 'score',
  },
];

/** What the draft adds. */
export const draftRule: DemoRule = {
  id: 'splitlimit',
  name: wording('Split just below the limit', '拆分规避审批', '拆分規避審批'),
  condition: {
    all: [
      { field: 'amount', operator: 'between', value: ['45000', '49999.99'] },
      { field: 'payeeAccount', operator: 'countWithin', value: { atLeast: '1', period: '7', unit: 'day' } },
    ],
  },
  weight: 40,
  outcome: 'review',
};

export const supplierFields: readonly DemoField[] = [
  { name: '企业名称', type: 'string', label: wording('Company', '企业名称', '企業名稱'), required: true },
  { name: '注册资本', type: 'float', label: wording('Registered capital (10,000)', '注册资本（万元）', '註冊資本（萬元）') },
  { name: '成立日期', type: 'date', label: wording('Founded', '成立日期', '成立日期') },
];
export const supplierRules: readonly DemoRule[] = [
  {
    id: 'listed',
    name: wording('Company on the blacklist', '企业在黑名单内', '企業在黑名單內'),
    condition: { all: [{ field: '企业名称', operator: 'onList', value: { list: 'BLACKLIST', score: '90' } }] },
    weight: 100,
    outcome: 'block',
  },
  {
    id: 'young',
    name: wording('Founded recently with little capital', '新设且资本较低', '新設且資本較低'),
    condition: {
      all: [
        { field: '成立日期', operator: 'atLeast', value: '2026-01-01' },
        { field: '注册资本', operator: 'less', value: '100' },
      ],
    },
    weight: 50,
    outcome: 'score',
  },
];

type Entry = readonly [name: string, kind: 'person' | 'company' | 'account', identifiers: string[], reason: string, validUntil?: string];

/** Invented names: nobody is meant. */
export const watchLists: readonly { code: string; name: Wording; remark: string; entries: readonly Entry[] }[] = [
  {
    code: 'SANCTIONS',
    name: wording('Sanctions (demo)', '制裁名单（演示）', '制裁名單（示範）'),
    remark: '虚构名称，仅供演示',
    entries: [
      ['Morvane Shipping Ltd.', 'company', ['IMO 9900417'], 'Sanctions programme A'],
      ['Qasrani Trading Company', 'company', ['REG-55-20317'], 'Sanctions programme A'],
      ['Drenkov Heavy Machinery JSC', 'company', [], 'Sanctions programme B'],
      ['Ivan Petrovich Sarkelov', 'person', ['P4410098'], 'Sanctions programme B'],
      ['Lerato Nxumani', 'person', [], 'Sanctions programme C'],
      ['Hestmoor Capital Holdings', 'company', [], 'Sanctions programme C', '2027-12-31'],
      ['Zafirah al-Qudrani', 'person', ['A0019823'], 'Sanctions programme A'],
      ['北辰远洋贸易有限公司', 'company', ['91310000MA1FAKE01X'], '制裁计划 A'],
      ['朔方重工机械股份有限公司', 'company', [], '制裁计划 B'],
      ['龙骧能源集团有限公司', 'company', [], '制裁计划 B'],
      ['祁连山矿业投资有限公司', 'company', [], '制裁计划 C'],
      ['Oldenfjord Maritime AS', 'company', [], 'Sanctions programme C', '2025-06-30'],
    ],
  },
  {
    code: 'BLACKLIST',
    name: wording('Internal blacklist (demo)', '内部黑名单（演示）', '內部黑名單（示範）'),
    remark: '围标、虚开发票与拒不还款的往来单位，虚构',
    entries: [
      ['鼎盛伟业商贸有限公司', 'company', ['6222020000000001234'], '虚开发票'],
      ['中联恒通物资有限公司', 'company', ['6222020000000005678'], '围标'],
      ['瑞和嘉业咨询服务中心', 'company', [], '无实际经营'],
      ['宏图远景广告有限公司', 'company', [], '拒不退还预付款', '2027-06-30'],
      ['赵某某对私账户', 'account', ['6217000000000009012'], '员工控制账户'],
      ['华泽鑫源建材经营部', 'company', [], '以次充好'],
      ['盛世通达运输队', 'company', ['6230520000000003456'], '重复开票'],
      ['金禾源农产品有限公司', 'company', [], '失信被执行', '2025-12-31'],
    ],
  },
];

export const payers: readonly string[] = ['华东分公司', '华南分公司', '北方分公司', '西南分公司', '集团总部', '工程事业部'];
/** Payees with their accounts and countries; the last ones are like names on the lists. */
export const payees: readonly (readonly [name: string, account: string, country: string])[] = [
  ['明远科技有限公司', '6222021001112220011', 'CN'],
  ['启航物流有限公司', '6222021001112220029', 'CN'],
  ['东海包装材料有限公司', '6222021001112220037', 'CN'],
  ['蓝峰信息技术有限公司', '6222021001112220045', 'CN'],
  ['永丰机电设备有限公司', '6222021001112220052', 'CN'],
  ['佳和办公用品经营部', '6222021001112220060', 'CN'],
  ['恒信律师事务所', '6222021001112220078', 'CN'],
  ['青禾文化传播有限公司', '6222021001112220086', 'CN'],
  ['新城市政工程有限公司', '6222021001112220094', 'CN'],
  ['安泰保险经纪有限公司', '6222021001112220102', 'CN'],
  ['Northgate Components GmbH', '4000120033445566', 'DE'],
  ['Sakura Precision KK', '4000120033447788', 'JP'],
  ['Bluewater Freight Pte Ltd', '4000120033449900', 'SG'],
  ['Yangon Timber Export Co', 'MM-77-31002', 'MM'],
  ['李建华', '6217001001112220117', 'CN'],
  ['王晓东', '6217001001112220125', 'CN'],
];
export const suspects: readonly (readonly [name: string, account: string, country: string])[] = [
  ['Morvane Shiping Limited', '4000120033111222', 'CY'],
  ['北辰遠洋貿易有限公司', '6222021001119990011', 'CN'],
  ['鼎盛伟业商贸有限公司', '6222020000000001234', 'CN'],
  ['鑫达建材', '6222020000000005678', 'CN'],
  ['Sarkelov Ivan Petrovich', '4000120033113344', 'AE'],
];
export const purposes: readonly string[] = [
  '货款',
  '设备采购',
  '运输费',
  '工程进度款',
  '技术咨询费',
  '服务费',
  '办公用品',
  '律师费',
  '保险费',
  '广告费',
  '',
  '备用金',
];
