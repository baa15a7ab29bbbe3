import type { Database } from '../connection.ts';

const made = new Date(Date.UTC(2026, 2, 3, 1));

type Party = readonly [code: string, kind: string, name: string];
/** From, kind, to, where it is known from, percent of what is owned. */
type Relation = readonly [from: string, kind: string, to: string, source: string, share?: number];

const registry = '工商登记信息';
const portal = '供应商准入资料';
const payments = '付款记录';
const declaration = '员工利益冲突申报';

/** Suppliers of the demo and what is around them. Names and numbers are invented. */
const parties: readonly Party[] = [
  ['S-001', 'supplier', '江东精密机械有限公司'],
  ['S-002', 'supplier', '恒远自动化设备有限公司'],
  ['S-003', 'supplier', '瑞丰包装材料有限公司'],
  ['S-004', 'supplier', '海川物流服务有限公司'],
  ['S-005', 'supplier', '明德建筑安装有限公司'],
  ['S-006', 'supplier', '启航信息技术有限公司'],
  ['S-007', 'supplier', '宏泰化工原料有限公司'],
  ['S-008', 'supplier', '安捷劳务派遣有限公司'],
  ['S-009', 'supplier', '中正检测认证有限公司'],
  ['S-010', 'supplier', '春晖办公用品有限公司'],
  ['C-001', 'company', '江东投资控股有限公司'],
  ['C-002', 'company', '盛世产业合伙企业'],
  ['C-003', 'company', '凌云资产管理有限公司'],
  ['C-004', 'company', '滨江实业集团有限公司'],
  ['C-005', 'company', '远景贸易有限公司'],
  ['C-006', 'company', '安捷控股有限公司'],
  ['P-001', 'person', '周建业'],
  ['P-002', 'person', '吴晓兰'],
  ['P-003', 'person', '郑国强'],
  ['P-004', 'person', '王思远'],
  ['P-005', 'person', '冯丽娟'],
  ['P-006', 'person', '陈志明'],
  ['P-007', 'person', '褚文博'],
  ['P-008', 'person', '卫东升'],
  ['P-009', 'person', '蒋海涛'],
  ['E-001', 'employee', '沈立新（采购部）'],
  ['E-002', 'employee', '韩雪（工程部）'],
  ['T-001', 'phone', '021-5550 1001'],
  ['T-002', 'phone', '139 5550 2002'],
  ['T-003', 'phone', '138 5550 3003'],
  ['A-001', 'address', '江东区望潮路88号3幢601室'],
  ['A-002', 'address', '滨江区文汇路15号'],
  ['A-003', 'address', '城北工业园B区7栋'],
  ['B-001', 'account', '6222 5550 0000 1001'],
  ['B-002', 'account', '6222 5550 0000 2002'],
];

const relations: readonly Relation[] = [
  // One owner over two ways: 60 % of 70 %, and 15 % directly.
  ['C-001', 'owns', 'S-001', registry, 70],
  ['P-001', 'owns', 'C-001', registry, 60],
  ['P-001', 'owns', 'S-001', registry, 15],
  ['C-002', 'owns', 'C-001', registry, 40],
  ['P-002', 'owns', 'C-002', registry, 80],
  ['P-003', 'owns', 'C-002', registry, 20],
  ['P-004', 'owns', 'S-001', registry, 15],
  ['P-001', 'represents', 'S-001', registry],
  // Bidders against each other that share a phone, an address and an owner.
  ['C-001', 'owns', 'S-002', registry, 35],
  ['P-005', 'owns', 'S-002', registry, 65],
  ['P-005', 'represents', 'S-002', registry],
  ['P-005', 'family', 'P-001', '信访线索核查'],
  ['S-001', 'phone', 'T-001', portal],
  ['S-002', 'phone', 'T-001', portal],
  ['S-001', 'address', 'A-001', registry],
  ['S-002', 'address', 'A-001', registry],
  ['S-003', 'address', 'A-001', registry],
  // Our own people on the other side of the table.
  ['E-001', 'family', 'P-005', declaration],
  ['E-001', 'phone', 'T-002', '人事档案'],
  ['S-003', 'phone', 'T-002', portal],
  ['E-002', 'owns', 'S-005', registry, 10],
  ['P-006', 'owns', 'S-003', registry, 100],
  ['P-006', 'represents', 'S-003', registry],
  ['P-006', 'works-for', 'S-002', '社保缴纳记录'],
  // Ownership in a circle.
  ['C-003', 'owns', 'C-004', registry, 51],
  ['C-004', 'owns', 'C-005', registry, 60],
  ['C-005', 'owns', 'C-003', registry, 30],
  ['P-007', 'owns', 'C-003', registry, 70],
  ['C-004', 'owns', 'S-004', registry, 100],
  ['P-008', 'represents', 'S-004', registry],
  ['P-008', 'manages', 'C-004', registry],
  ['S-004', 'supplies', 'S-001', '供应商年度访谈'],
  ['C-005', 'owns', 'S-007', registry, 45],
  ['P-009', 'owns', 'S-007', registry, 55],
  ['P-009', 'represents', 'S-007', registry],
  ['P-008', 'owns', 'S-005', registry, 90],
  ['S-005', 'account', 'B-001', payments],
  ['S-008', 'account', 'B-001', payments],
  ['C-006', 'owns', 'S-008', registry, 100],
  ['P-009', 'owns', 'C-006', registry, 33.3333],
  ['P-007', 'owns', 'C-006', registry, 66.6667],
  ['S-008', 'phone', 'T-003', portal],
  ['S-006', 'phone', 'T-003', portal],
  ['P-004', 'represents', 'S-006', registry],
  ['P-004', 'owns', 'S-006', registry, 100],
  ['S-006', 'address', 'A-002', registry],
  ['S-007', 'address', 'A-003', registry],
  ['S-004', 'address', 'A-003', registry],
  ['C-004', 'guarantees', 'S-007', '企业征信报告'],
  ['S-009', 'account', 'B-002', payments],
  ['S-010', 'address', 'A-002', registry],
];

/** Suppliers of the demo with what they have in common: the same on every fill. */
export async function fillRelations(db: Database): Promise<void> {
  const rows = await db
    .insertInto('relation_party')
    .values(parties.map(([party_code, kind, name]) => ({ party_code, kind, name, created_at: made })))
    .returning(['id', 'party_code'])
    .execute();
  const ids = new Map(rows.map(({ id, party_code }) => [party_code, id]));
  const idOf = (code: string): number => {
    const id = ids.get(code);
    if (id === undefined) throw new Error(`The demo has no party ${code}`);
    return id;
  };
  await db
    .insertInto('relation_link')
    .values(
      relations.map(([from, kind, to, source, share], index) => ({
        from_id: idOf(from),
        to_id: idOf(to),
        ...{ kind, source, share: share ?? null, created_at: made },
        since: `${2015 + (index % 10)}-0${1 + (index % 9)}-15`,
      })),
    )
    .execute();
}
