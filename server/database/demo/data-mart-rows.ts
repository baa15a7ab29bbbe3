import type { Column } from '../../modules/data-mart/repository.ts';
import { pick, seeded } from './random.ts';

/** A table of the demo with all its rows, in the order of its columns. */
interface DemoTable {
  name: string;
  title: string;
  columns: Column[];
  rows: (string | number | null)[][];
}

const column = (name: string, title: string, fieldType: Column['fieldType'], analysisType: Column['analysisType']): Column => ({
  name,
  title,
  fieldType,
  analysisType,
});
const dayMs = 86_400_000;
const first = Date.UTC(2025, 0, 2);
const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);
const yuan = (amount: number) => amount.toFixed(2);
const padded = (value: number, width: number) => String(value).padStart(width, '0');

const places = [
  '江东',
  '恒远',
  '瑞丰',
  '海川',
  '明德',
  '启航',
  '宏泰',
  '安捷',
  '中正',
  '春晖',
  '远景',
  '滨江',
  '凌云',
  '盛世',
  '嘉禾',
  '博雅',
];
const trades = ['精密机械', '自动化设备', '包装材料', '物流服务', '建筑安装', '信息技术', '化工原料', '劳务派遣', '检测认证', '办公用品'];
const regions = ['华东', '华南', '华北', '西南', '华中'];
const departments = ['采购部', '工程部', '信息技术部', '市场部', '财务部', '人力资源部'];
const methods = ['银行转账', '银行转账', '银行转账', '承兑汇票', '支票'];
const approvers = ['周建业', '吴晓兰', '沈立新', '韩雪', '冯丽娟'];
const kinds = ['差旅费', '差旅费', '业务招待费', '办公用品', '市内交通', '培训费'];
const cities = ['上海', '广州', '成都', '武汉', '北京', '西安'];

interface Supplier {
  code: string;
  name: string;
  account: string;
  registered: number;
}

/**
 * Four tables that fit together: suppliers, their invoices, what was paid for these, and expenses of employees. Anomalies are planted: payments made twice, amounts split below the limit of approval of 50,000,
 * payments on Sundays, suppliers that share an account, invoices older than the supplier, expenses claimed twice and far beyond the usual.
 */
export function demoTables(): DemoTable[] {
  const random = seeded(20_260_224);
  const known: Supplier[] = [];
  const suppliers = Array.from({ length: 240 }, (_, index) => {
    const code = `S-${padded(index + 1, 3)}`;
    const name = `${pick(places, random)}${pick(trades, random)}有限公司`;
    const registered = first - Math.floor(random() * 5_000) * dayMs;
    // Every fortieth has the account of the one before it.
    const account = index % 40 === 39 ? (known.at(-1)?.account ?? '') : `6222${padded(Math.floor(random() * 1e10), 10)}${padded(index, 2)}`;
    known.push({ code, name, account, registered });
    const website = index % 6 === 5 ? null : `https://www.s${padded(index + 1, 3)}.example.com`;
    const level = random() < 0.08 ? '高' : random() < 0.3 ? '中' : '低';
    const isActive = random() < 0.93;
    return [
      code,
      name,
      pick(regions, random),
      dayOf(registered),
      level,
      String(isActive),
      `138${padded(Math.floor(random() * 1e8), 8)}`,
      account,
      website,
    ];
  });

  const invoices: (string | number | null)[][] = [];
  const payments: (string | number | null)[][] = [];
  const pay = (supplier: Supplier, amount: number, at: number, invoice: string | null, department: string) =>
    payments.push([
      `P${padded(payments.length + 1, 6)}`,
      supplier.code,
      supplier.name,
      yuan(amount),
      dayOf(at),
      `${dayOf(at)} ${padded(8 + Math.floor(random() * 10), 2)}:${padded(Math.floor(random() * 60), 2)}:00`,
      pick(methods, random),
      department,
      pick(approvers, random),
      invoice,
      supplier.account,
    ]);
  for (let index = 0; index < 4_600; index += 1) {
    const supplier = pick(known, random);
    const department = pick(departments, random);
    // Few are large, as amounts are.
    const amount = Math.round(10 ** (2.6 + random() * 2.6) * 100) / 100;
    const isEarly = index % 700 === 699;
    const invoiced = isEarly ? supplier.registered - 40 * dayMs : first + Math.floor(random() * 400) * dayMs;
    const number = padded(10_000_000 + index * 7, 8);
    const tax = Math.round(amount * 0.13 * 100) / 100;
    invoices.push([
      number,
      supplier.code,
      dayOf(invoiced),
      yuan(amount),
      yuan(tax),
      pick(['专票', '专票', '普票'], random),
      index % 900 === 899 ? '作废' : '正常',
    ]);
    const days = 5 + Math.floor(random() * 55);
    const at = weekday(Math.max(invoiced, first) + days * dayMs);
    pay(supplier, amount + tax, index % 230 === 229 ? sunday(at) : at, number, department);
    // Made twice, some days later.
    if (index % 260 === 259) pay(supplier, amount + tax, weekday(at + 9 * dayMs), number, department);
    if (index % 150 !== 149) continue;
    // One order in parts, each a little below what needs no second signature.
    for (let part = 0; part < 3; part += 1) pay(supplier, 49_000 + Math.floor(random() * 990), at + part * dayMs, null, department);
  }

  const expenses = Array.from({ length: 3_000 }, (_, index) => {
    const kind = pick(kinds, random);
    const usual = kind === '业务招待费' ? 900 : kind === '差旅费' ? 1_400 : 260;
    const amount = usual * (0.3 + random() * 1.6) * (index % 500 === 499 ? 14 : 1);
    const at = first + Math.floor(random() * 400) * dayMs;
    const employee = 1 + Math.floor(random() * 120);
    return [
      `E${padded(index + 1, 6)}`,
      `T${padded(employee, 5)}`,
      pick(departments, random),
      kind,
      yuan(amount),
      dayOf(at),
      pick(cities, random),
      String(random() < 0.9),
    ];
  });
  for (let index = 0; index < 25; index += 1) {
    const copied = expenses[index * 111];
    if (copied) expenses.push([`E${padded(expenses.length + 1, 6)}`, ...copied.slice(1)]);
  }

  return [
    {
      name: 'supplier_payments',
      title: '供应商付款',
      columns: [
        column('payment_no', '付款单号', 'string', 'id'),
        column('supplier_code', '供应商编码', 'string', 'category'),
        column('supplier_name', '供应商名称', 'string', 'category'),
        column('amount', '金额', 'number', 'numeric'),
        column('paid_on', '付款日期', 'date', 'date'),
        column('entered_at', '录入时间', 'timestamp', 'timestamp'),
        column('method', '付款方式', 'string', 'category'),
        column('department', '部门', 'string', 'category'),
        column('approver', '审批人', 'string', 'category'),
        column('invoice_no', '发票号', 'string', 'id'),
        column('account', '收款账户', 'string', 'text'),
      ],
      rows: payments,
    },
    {
      name: 'suppliers',
      title: '供应商',
      columns: [
        column('code', '编码', 'string', 'id'),
        column('name', '名称', 'string', 'text'),
        column('region', '区域', 'string', 'category'),
        column('registered_on', '注册日期', 'date', 'date'),
        column('risk_level', '风险等级', 'string', 'category'),
        column('is_active', '是否有效', 'boolean', 'boolean'),
        column('phone', '联系电话', 'string', 'text'),
        column('account', '收款账户', 'string', 'text'),
        column('website', '官网', 'string', 'text'),
      ],
      rows: suppliers,
    },
    {
      name: 'supplier_invoices',
      title: '供应商发票',
      columns: [
        column('invoice_no', '发票号', 'string', 'id'),
        column('supplier_code', '供应商编码', 'string', 'category'),
        column('invoiced_on', '开票日期', 'date', 'date'),
        column('amount', '不含税金额', 'number', 'numeric'),
        column('tax', '税额', 'number', 'numeric'),
        column('kind', '票种', 'string', 'category'),
        column('status', '状态', 'string', 'category'),
      ],
      rows: invoices,
    },
    {
      name: 'employee_expenses',
      title: '员工费用报销',
      columns: [
        column('expense_no', '报销单号', 'string', 'id'),
        column('employee_no', '员工编号', 'string', 'category'),
        column('department', '部门', 'string', 'category'),
        column('kind', '费用类型', 'string', 'category'),
        column('amount', '金额', 'number', 'numeric'),
        column('spent_on', '发生日期', 'date', 'date'),
        column('city', '城市', 'string', 'category'),
        column('has_receipt', '有票据', 'boolean', 'boolean'),
      ],
      rows: expenses,
    },
  ];
}

/** The day itself, or the Monday after a weekend. */
function weekday(at: number): number {
  const day = new Date(at).getUTCDay();
  return day === 6 ? at + 2 * dayMs : day === 0 ? at + dayMs : at;
}

function sunday(at: number): number {
  return at - new Date(at).getUTCDay() * dayMs;
}
