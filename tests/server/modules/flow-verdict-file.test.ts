import exceljs from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uploadFile } from './client.ts';
import { ProcessWorld } from './flow-process-world.ts';
import { FlowWorld } from './flow-world.ts';

let flow: FlowWorld;
beforeAll(async () => {
  flow = await FlowWorld.start();
});
afterAll(async () => await flow.app.close());

interface Result {
  id: string;
  version: number;
  period: string;
  verdict: string | null;
  remark: string | null;
}
const headings = ['产品编码', '期间', '认定', '备注'];

/** A comparison of one product in two months, and what is done with files of its verdicts. */
async function compared() {
  const world = await ProcessWorld.start(flow);
  const rows = (quantity: number) => ['01', '02'].map((month) => [`2026-${month}-02`, 'P1', '', '', quantity, '', '', 'D1']);
  await world.fill(world.of('client-shipment').id, rows(10));
  await world.fill(world.of('dealer-purchase').id, rows(9));
  const reviewObjectId = world.object();
  expect((await world.post('comparison-execute', { reviewObjectId })).status).toBe(200);
  const send = async (content: Buffer, name: string) => {
    const path = `/api/flow-audit-data-process/comparison-upload?reviewObjectId=${reviewObjectId}`;
    const { status, body } = await uploadFile(flow.app, path, flow.auditor, content, name);
    expect(status).toBe(200);
    return body.data;
  };
  return {
    /** A remark for each month. */
    csv: (january: string, february: string) =>
      send(Buffer.from(`${headings.join(',')}\nP1,2026-01,已说明,${january}\nP1,2026-02,,${february}\n`), 'x.csv'),
    async workbook(january: string) {
      const book = new exceljs.Workbook();
      book.addWorksheet('认定').addRows([headings, ['P1', '2026-01', '已说明', january]]);
      return await send(Buffer.from(await book.xlsx.writeBuffer()), 'x.xlsx');
    },
    online: (row: object) => world.post('comparison-online-syn', { reviewObjectId, rows: [row] }),
    async results() {
      const found = await world.get(`find-result-comparison?reviewObjectId=${reviewObjectId}`);
      return (found.body.data as { content: Result[] }).content;
    },
  };
}

describe('verdicts in a file', () => {
  it('[API-135] [API-141] [FLOW-05] have no remarks with characters nobody sees, as those that are typed', async () => {
    const { csv, workbook, online, results } = await compared();
    const hidden = '票据\u200b在途';
    const [january] = await results();
    const typed = await online({ id: january?.id, version: 1, verdict: 'explained', remark: hidden });
    expect(typed.body).toMatchObject({ code: 'PARAMETER_ERROR' });
    expect(await csv('倒\u202e转', hidden)).toEqual({
      ...{ saved: false, rows: 2, changed: 0, kept: 0, faultCount: 2 },
      faults: [
        { key: '1', row: 2, message: '备注中有不可见字符（U+202E），请重新输入，或以无格式方式粘贴' },
        { key: '2', row: 3, message: '备注中有不可见字符（U+200B），请重新输入，或以无格式方式粘贴' },
      ],
    });
    // As workbooks write a zero.
    expect(await workbook('前_x0000_后')).toMatchObject({ saved: false, faults: [{ row: 2, message: expect.stringContaining('U+0000') }] });
    expect((await results()).map(({ verdict, remark }) => [verdict, remark])).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  it('[API-135] [FLOW-05] keep a quotation mark that a remark itself begins with', async () => {
    const { csv, results } = await compared();
    // As the export writes it: one more mark before what a spreadsheet would compute.
    expect(await csv("''-5 per letter", '')).toMatchObject({ saved: true, changed: 1 });
    expect((await results())[0]?.remark).toBe("'-5 per letter");
  });

  it('[API-135] [FLOW-05] are taken beside a remark that had such a character before', async () => {
    const { csv, results } = await compared();
    const [january] = await results();
    const before = { remark: '旧\u200b注' };
    await flow.app.db.updateTable('flow_comparison_row').set(before).where('id', '=', Number(january?.id)).execute();
    expect(await csv(before.remark, '票据在途')).toMatchObject({ saved: true, changed: 2 });
    expect(await results()).toMatchObject([{ verdict: 'explained', ...before }, { remark: '票据在途' }]);
  });
});
