import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { scannerAddress } from '../../../server/files/virus-scan.ts';
import { readSettings } from '../../../server/settings.ts';
import { contractSchemas } from '../../../src/generated/contract-schemas.ts';
import { contracts } from '../../../src/generated/contracts.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { harmful, startVirusScanner, type VirusScanner } from '../../support/virus-scanner.ts';
import { call, tokenOf } from './client.ts';
import { pdf } from './file-samples.ts';

let scanner: VirusScanner;
let app: TestApp;
let token: string;
beforeAll(async () => {
  scanner = await startVirusScanner();
  app = await startApp({ env: { VIRUS_SCAN: scanner.address } });
  token = await tokenOf(app, 'admin');
});
afterAll(async () => {
  await app.close();
  await scanner.close();
});
beforeEach(() => {
  scanner.says = undefined;
  scanner.looked = [];
});

const infected = Buffer.concat([Buffer.from(pdf), Buffer.from(`\n% ${harmful}\n`)]);

interface Refusal {
  code: string;
  details?: { field: string; key: string; values: Record<string, string> }[];
}

interface Sent {
  name?: string;
  url?: string;
  fields?: Record<string, string>;
  to?: TestApp;
  by?: string;
}
const fieldsOfFile = { businessType: 'contract', businessId: '77' };

async function upload(content: Buffer, sent: Sent = {}) {
  const { name = 'proof.pdf', url = '/api/birp/file/upload', fields = fieldsOfFile, to = app, by = token } = sent;
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new File([new Uint8Array(content)], name));
  const request = new Request('http://localhost', { method: 'POST', body: form });
  const answer = await to.http.inject({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${by}`, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: answer.statusCode, body: answer.json<Refusal>() };
}
/** Something for each parameter a call needs. */
const needed = (schema: { required?: readonly string[] } | undefined): Record<string, string> =>
  Object.fromEntries((schema?.required ?? []).filter((name) => name !== 'file').map((name) => [name, '1']));
const filesKept = async () =>
  Number(
    (
      await app.db
        .selectFrom('stored_file')
        .select((row) => row.fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  );

describe('[FILE-03] uploads where a virus scan is set up', () => {
  it('are looked into as a whole, and taken where nothing is found', async () => {
    const before = await filesKept();
    const large = Buffer.alloc(3_000_000, 'all is well\n');
    expect((await upload(large, { name: 'large.txt' })).status).toBe(200);
    expect(scanner.looked).toEqual([large.length]);
    expect(await filesKept()).toBe(before + 1);
  });

  it('are refused at their field with what was found, kept nowhere, and noted in the operation log', async () => {
    const before = await filesKept();
    const { status, body } = await upload(infected, { name: 'invoice.pdf' });
    expect(status).toBe(400);
    expect(body.code).toBe('PARAMETER_ERROR');
    expect(body.details).toMatchObject([{ field: 'file', key: 'file.infected', values: { found: 'Eicar-Test-Signature' } }]);
    expect(await filesKept()).toBe(before);
    const noted = await app.db.selectFrom('audit_log').selectAll().where('action', '=', 'file_infected').orderBy('id').execute();
    expect(noted).toMatchObject([
      {
        actor: 'admin',
        target_name: 'invoice.pdf',
        detail: {
          call: 'file.upload',
          found: 'Eicar-Test-Signature',
          size: infected.length,
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      },
    ]);
  });

  it('are looked into before anything reads them, whatever call takes them', async () => {
    const taking = Object.values(contracts).filter(({ bodyType }) => bodyType === 'multipart');
    let scanned = 0;
    for (const { id, path } of taking) {
      const { body, query } = contractSchemas[id as keyof typeof contractSchemas] as {
        body?: { required?: string[] };
        query?: { required?: string[] };
      };
      const url = `${path.replaceAll(/\{\w+\}/g, '1')}?${new URLSearchParams(needed(query))}`;
      const answer = await upload(infected, { name: 'harmful.xlsx', url, fields: needed(body) });
      // Some refuse what else is wrong before a file counts; none gets to the file.
      const isScanned = scanner.looked.length > 0;
      expect([id, answer.body.code, isScanned && answer.body.details?.[0]?.key]).toEqual([
        id,
        isScanned ? 'PARAMETER_ERROR' : expect.stringMatching(/^(PARAMETER_ERROR|NOT_FOUND|FORBIDDEN)$/),
        isScanned && 'file.infected',
      ]);
      scanned += scanner.looked.length;
      scanner.looked = [];
    }
    expect(scanned).toBeGreaterThan(10);
  });

  it('of the addresses that were given out are looked into, too, and noted with who has the address and what the file is called', async () => {
    const { body } = await call(app, '/api/sys-file/get-upload-url?fileName=plan.png', { token });
    const { url } = body.data as { url: string };
    const put = (to: string) =>
      app.http.inject({ method: 'PUT', url: to, headers: { 'content-type': 'application/pdf' }, payload: infected });
    const answer = await put(url);
    expect(answer.json<Refusal>().details).toMatchObject([{ field: 'file', key: 'file.infected' }]);
    const [noted] = await app.db.selectFrom('audit_log').selectAll().where('action', '=', 'file_infected').orderBy('id', 'desc').execute();
    expect(noted).toMatchObject({ actor: 'admin', target_name: 'plan.png', detail: { call: 'file.put' } });
  });

  it('of whoever may send nothing are neither looked into nor noted', async () => {
    const noted = async () =>
      Number(
        (
          await app.db
            .selectFrom('audit_log')
            .select((row) => row.fn.countAll().as('count'))
            .executeTakeFirstOrThrow()
        ).count,
      );
    const before = await noted();
    const none = 'x'.repeat(43);
    const wopi = { method: 'POST', url: `/api/wopi/files/${randomUUID()}/contents?access_token=${none}`, payload: infected } as const;
    const answers = [
      await app.http.inject({ method: 'PUT', url: `/api/sys-file/upload?ticket=${none}`, payload: infected }),
      await app.http.inject({ ...wopi, headers: { 'content-type': 'application/octet-stream', 'x-wopi-override': 'PUT' } }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([410, 401]);
    const dealer = await upload(infected, {
      url: '/api/flow-bill-collect/uploadFile',
      by: 'none',
      fields: { id: '1', ticketTypeCode: 'x', copyUrl: none },
    });
    expect([400, 401, 404]).toContain(dealer.status);
    expect(scanner.looked).toEqual([]);
    expect(await noted()).toBe(before);
  });

  it.each([
    ['closes without a word', 'hang up', /without an answer|ECONNRESET|EPIPE/],
    ['has too much of it', 'INSTREAM size limit exceeded. ERROR', /size limit exceeded/],
    ['does not understand', 'UNKNOWN COMMAND', /UNKNOWN COMMAND/],
    ['finds nothing in something else', 'other: OK', /other: OK/],
  ])('are not taken while the scanner %s', async (_, says, reason) => {
    scanner.says = says;
    const before = await filesKept();
    const { status, body } = await upload(Buffer.concat([Buffer.from(pdf), Buffer.alloc(2_000_000, 32)]));
    expect([status, body.code]).toEqual([503, 'SCAN_UNAVAILABLE']);
    expect(await filesKept()).toBe(before);
    expect(JSON.stringify(app.log)).toMatch(reason);
  });

  it('are not taken where nobody listens, and everything else goes on', async () => {
    const gone = await startVirusScanner();
    await gone.close();
    const lonely = await startApp({ env: { VIRUS_SCAN: gone.address } });
    try {
      const { status, body } = await upload(Buffer.from(pdf), { to: lonely, by: await tokenOf(lonely, 'admin') });
      expect([status, body.code]).toEqual([503, 'SCAN_UNAVAILABLE']);
    } finally {
      await lonely.close();
    }
  });
});

describe('the address of a scanner', () => {
  it.each([
    ['clamd://scan.example.com', { host: 'scan.example.com', port: 3310 }],
    ['clamd://10.0.0.7:3311/', { host: '10.0.0.7', port: 3311 }],
    ['clamd://[::1]:3310', { host: '::1', port: 3310 }],
    ['clamd:///run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
    ['clamd://', undefined],
    ['clamd:///run/%zz', undefined],
    ['clamd://host/path', undefined],
    ['clamd://user:secret@host', undefined],
    ['http://host:3310', undefined],
    ['/run/clamav/clamd.ctl', undefined],
  ])('%s', (text, address) => {
    expect(scannerAddress(text)).toEqual(address);
  });

  it('is told where it is none, and in production where files would go to another machine in the clear', () => {
    expect(() => readSettings({ VIRUS_SCAN: 'scan.example.com' }, '/')).toThrow(
      /VIRUS_SCAN is "scan.example.com", expected an address like clamd:/,
    );
    const production = { PRODUCTION: '1', VIRUS_SCAN: 'clamd://scan.example.com' };
    expect(() => readSettings(production, '/')).toThrow(/VIRUS_SCAN sends uploaded files to scan.example.com without TLS/);
    for (const more of [{ PLAIN_HOSTS: 'scan.example.com' }, { VIRUS_SCAN: 'clamd:///run/clamd.ctl' }, { VIRUS_SCAN: 'clamd://127.0.0.1' }])
      expect(() => readSettings({ ...production, ...more }, '/')).not.toThrow(/VIRUS_SCAN/);
  });
});
