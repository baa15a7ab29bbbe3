import { createHash } from 'node:crypto';
import { newPath } from '../../files/names.ts';
import { createFileStore, type FileStore } from '../../files/store.ts';
import { compare } from '../../modules/flow-comparison/execute.ts';
import { type FileType, fileTypes, flowFiles, type Mapping } from '../../modules/flow-process/kinds.ts';
import { replaceLines, understandRows } from '../../modules/flow-process/lines.ts';
import { keepMapping } from '../../modules/flow-process/mappings.ts';
import type { Settings } from '../../settings.ts';
import type { Database } from '../connection.ts';

const made = new Date(Date.UTC(2026, 3, 7, 2));
const by = 'auditor';
type Row = readonly string[];

/** How the files of the demo are laid out: those of the client by code, those of dealers by name. */
const layouts: Record<FileType, { headings: Row; mapping: Mapping; name: string }> = {
  'client-shipment': {
    name: '2026年一季度发货明细.csv',
    headings: ['发货日期', '物料编码', '品名', '数量（箱）', '含税单价', '金额', '收货单位'],
    mapping: { day: 0, productCode: 1, productName: 2, quantity: 3, unitPrice: 4, amount: 5, counterpart: 6 },
  },
  'dealer-purchase': {
    name: '2026年一季度进货台账.csv',
    headings: ['入库日期', '商品名称', '规格', '入库数量', '采购单价', '供应商'],
    mapping: { day: 0, productName: 1, productSpec: 2, quantity: 3, unitPrice: 4, counterpart: 5 },
  },
  'dealer-sale': {
    name: '2026年一季度销售台账.csv',
    headings: ['销售日期', '商品名称', '规格', '销售数量'],
    mapping: { day: 0, productName: 1, productSpec: 2, quantity: 3 },
  },
  'dealer-stock': {
    name: '2026年一季度库存盘点.csv',
    headings: ['盘点日期', '商品名称', '规格', '库存数量'],
    mapping: { day: 0, productName: 1, productSpec: 2, quantity: 3 },
  },
};

interface Work {
  db: Database;
  store: FileStore;
  clientId: number;
  clientName: string;
  products: readonly { product_code: string; product_name: string; product_spec: string | null }[];
}

/**
 * Flow files of the first client: a batch of which two dealers are compared with every kind of result, one has names and rows to be mended, one
 * columns to be mapped; and a batch that waits for its files. The same on every fill.
 */
export async function fillFlowProcesses(db: Database, settings: Settings): Promise<void> {
  const client = await db
    .selectFrom('flow_client')
    .select(['id', 'client_name'])
    .where('client_code', '=', 'HENGYI')
    .executeTakeFirstOrThrow();
  const products = await db
    .selectFrom('flow_client_product')
    .selectAll()
    .where('client_id', '=', client.id)
    .orderBy('product_code')
    .limit(10)
    .execute();
  const work: Work = { db, store: createFileStore(settings), clientId: client.id, clientName: client.client_name, products };
  const objects = await db
    .selectFrom('flow_review_object as object')
    .innerJoin('flow_project as project', 'project.id', 'object.project_id')
    .select(['object.id', 'object.project_id', 'object.review_batch_no', 'object.dealer_name'])
    .where('project.client_id', '=', client.id)
    .where('project.status', '=', '1')
    .where('object.review_batch_no', 'in', ['2026-02', '2026-03'])
    .orderBy('object.review_batch_no')
    .orderBy('object.dealer_code')
    .execute();
  await db
    .insertInto('flow_data_process')
    .values(
      objects.flatMap(({ id }) =>
        fileTypes
          .filter((file_type) => file_type !== 'client-shipment')
          .map((file_type) => ({ review_object_id: id, file_type, created_at: made })),
      ),
    )
    .execute();
  for (const batch of new Set(objects.map(({ review_batch_no }) => review_batch_no))) {
    const project_id = objects.find(({ review_batch_no }) => review_batch_no === batch)?.project_id ?? null;
    await db
      .insertInto('flow_data_process')
      .values({ project_id, review_batch_no: batch, file_type: 'client-shipment', created_at: made })
      .execute();
  }
  const [first, second, third, fourth] = objects.filter((object) => object.review_batch_no === '2026-02');
  if (!first || !second || !third || !fourth) throw new Error('The demo has too few review objects');
  const faulty = bothSides(work, third.dealer_name);
  await deliver(work, first, 'client-shipment', [
    ...[first, second].flatMap(({ dealer_name }) => bothSides(work, dealer_name).client),
    ...faulty.client,
    ['2026-02-30', 'HYP001', '纯牛奶', '12', '46', '552', third.dealer_name],
  ]);
  for (const object of [first, second]) {
    const tables = bothSides(work, object.dealer_name);
    await deliver(work, object, 'dealer-purchase', tables.dealer);
    const { sales, stocks } = movement(work, tables.dealer);
    await deliver(work, object, 'dealer-sale', sales);
    await deliver(work, object, 'dealer-stock', stocks);
    await db.updateTable('flow_review_object').set({ status: '1' }).where('id', '=', object.id).where('status', '=', '0').execute();
    await compare(db, object.id, { grain: 'month', quantityTolerance: 1, priceTolerance: 2 }, by);
  }
  await deliver(work, third, 'dealer-purchase', [
    ...faulty.dealer,
    ['2026/3/9', '纯奶小箱', '', '20', '46', work.clientName],
    ['2026/3/9', '纯奶小箱', '', '15', '46', work.clientName],
    ['2026/3/12', '赠品礼盒', '', '6', '', work.clientName],
    ['05/03/2026', '纯牛奶', '200ml×12', '10', '46', work.clientName],
    ['合计', '', '', '1,240', '', ''],
  ]);
  await deliver(work, fourth, 'dealer-purchase', faulty.dealer, false);
  await judge(db, first.id);
}

/** A quarter of both sides, by hand: most are alike, one product differs in quantity, one in price, and either side has one the other misses. */
function bothSides({ products, clientName }: Work, dealerName: string): { client: Row[]; dealer: Row[] } {
  const client: Row[] = [];
  const dealer: Row[] = [];
  for (const month of ['01', '02', '03']) {
    for (const [index, { product_code: code, product_name: name, product_spec: spec }] of products.entries()) {
      const quantity = 40 + index * 10;
      const price = 46 + index * 3;
      const half = (day: string): Row => [
        `2026-${month}-${day}`,
        code,
        name,
        String(quantity / 2),
        String(price),
        String((quantity / 2) * price),
        dealerName,
      ];
      if (index !== 9) client.push(half('06'), half('20'));
      if (index === 7) continue;
      const bought = index === 3 && month !== '01' ? quantity - 6 : quantity;
      const paid = index === 5 && month === '03' ? price + 5 : price;
      dealer.push([`2026/${Number(month)}/22`, name, spec ?? '', String(bought), String(paid), clientName]);
    }
  }
  return { client, dealer };
}

/** What was sold of each purchase, and the stocks of both ends of the quarter: of one product three are missing, one is not listed, and one has no movement. */
function movement({ products }: Work, purchases: readonly Row[]): { sales: Row[]; stocks: Row[] } {
  const sales: Row[] = [];
  const stocks: Row[] = [];
  for (const [index, { product_name: name, product_spec }] of products.entries()) {
    const spec = product_spec ?? '';
    const bought = purchases.filter((row) => row[1] === name && row[2] === spec);
    for (const [day = '', , , quantity] of bought) sales.push([day.replace('/22', '/27'), name, spec, String(Number(quantity) - 2)]);
    if (bought.length > 0) stocks.push(['2025/12/31', name, spec, '20']);
    const closing = bought.length > 0 ? 20 + 2 * bought.length - (index === 2 ? 3 : 0) : 5;
    if (index !== 4) stocks.push(['2026/3/31', name, spec, String(closing)]);
  }
  return { sales, stocks };
}

function csv(rows: readonly Row[]): Buffer {
  return Buffer.from(`\uFEFF${rows.map((row) => row.map((cell) => (/[",]/.test(cell) ? `"${cell}"` : cell)).join(',')).join('\r\n')}\r\n`);
}

/** A file of a dealer, or of the client for the batch of the dealer, as if somebody had uploaded it, and mapped it where `mapped`. */
async function deliver(
  { db, store, clientId }: Work,
  object: { id: number; project_id: number; review_batch_no: string },
  fileType: FileType,
  rows: readonly Row[],
  mapped = true,
): Promise<void> {
  const { headings, mapping, name } = layouts[fileType];
  const { id } = await db
    .selectFrom('flow_data_process')
    .select('id')
    .where('file_type', '=', fileType)
    .where((where) =>
      where.or([
        where('review_object_id', '=', object.id),
        where.and([where('project_id', '=', object.project_id), where('review_batch_no', '=', object.review_batch_no)]),
      ]),
    )
    .executeTakeFirstOrThrow();
  const content = csv([headings, ...rows]);
  const path = newPath('csv');
  await store.put(path, content);
  const { bid } = await db
    .insertInto('stored_file')
    .values({
      path,
      business_type: flowFiles,
      business_id: String(id),
      origin_name: name,
      extension: 'csv',
      type: 'text/csv',
      size: content.length,
      sha256: createHash('sha256').update(content).digest(),
      user_id: null,
      created_by: by,
      kept_at: made,
    })
    .returning('bid')
    .executeTakeFirstOrThrow();
  await replaceLines(
    db,
    id,
    [headings, ...rows].map((cells, index) => ({ number: index + 1, cells: [...cells] })),
  );
  await db
    .updateTable('flow_data_process')
    .set({
      status: '1',
      file_bid: bid,
      file_name: name,
      sheet: '',
      heading_row: 1,
      headings: JSON.stringify(headings),
      mapping: mapped ? JSON.stringify(mapping) : null,
      rows: rows.length,
      data_no: 1,
      uploaded_at: made,
      uploaded_by: by,
    })
    .where('id', '=', id)
    .execute();
  if (!mapped) return;
  await understandRows(db, { id, fileType, headingRow: 1, mapping });
  await keepMapping(db, { clientId, fileType, mapping, headings, by });
}

/** What the team found out so far about the first dealer. */
async function judge(db: Database, objectId: number): Promise<void> {
  const results = await db
    .selectFrom('flow_comparison_row as row')
    .innerJoin('flow_comparison as comparison', 'comparison.id', 'row.comparison_id')
    .select(['row.id', 'row.kind'])
    .where('comparison.review_object_id', '=', objectId)
    .where('row.kind', 'in', ['quantity', 'price', 'missing-dealer'])
    .orderBy('row.id')
    .execute();
  const verdicts = {
    quantity: ['confirmed', '少收 6 箱，经销商已确认破损'],
    price: ['explained', '三月临时调价，有调价通知单'],
    'missing-dealer': ['open', '待经销商补充入库单'],
  } as const;
  const seen = new Set<string>();
  for (const { id, kind } of results) {
    if (seen.has(kind) || kind === 'matched' || kind === 'missing-client') continue;
    seen.add(kind);
    const [verdict, remark] = verdicts[kind];
    await db
      .updateTable('flow_comparison_row')
      .set({ verdict, remark, version: 2, updated_at: made, updated_by: by })
      .where('id', '=', id)
      .execute();
  }
  const author = await db.selectFrom('app_user').select('id').where('username', '=', by).executeTakeFirst();
  await db
    .insertInto('flow_revision_comment')
    .values(
      ['二月、三月的数量差异请附破损证明。', '低脂牛奶（800g）的入库单已向经销商催要，预计本周补齐。'].map((content, index) => ({
        review_object_id: objectId,
        author_id: author?.id ?? null,
        author: by,
        content,
        created_at: new Date(made.getTime() + index * 3_600_000),
      })),
    )
    .execute();
}
