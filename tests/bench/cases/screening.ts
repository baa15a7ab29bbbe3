import autocannon from 'autocannon';
import type { BenchContext } from '../context.ts';
import { signIn } from '../product.ts';
import type { Line } from '../report.ts';
import type { Metrics } from '../statistics.ts';
import { measure, metric } from './lines.ts';

const rounds = 3;
const connections = 20;
const seconds = 10;
const rate = 200;

/** Payments at a steady pace, judged by the live set of the demo: twelve rules, two watch lists, a count and a sum over earlier records. */
export async function screening(context: BenchContext): Promise<Line[]> {
  const { url } = await context.product();
  const token = await signIn(url);
  const { ours } = await measure(context, { ours: (round) => shoot(url, token, round) }, rounds);
  const line = (what: string, name: string, rest: Partial<Line> = {}): Line => ({
    what,
    unit: 'ms',
    ours: metric(ours, name),
    baselines: {},
    ...rest,
  });
  return [
    line('answer, p99', 'p99', {
      budget: { kind: 'at most', limit: 50 },
      note: `${rate} records a second for ${seconds} s over ${connections} connections, each written to the log before its answer; measured by the caller.`,
    }),
    line('answer, median', 'median'),
    line('answer, slowest', 'slowest', { budget: { kind: 'at most', limit: 1_000 } }),
    line('time of the server alone, p99', 'server', { note: 'From the request to the judgement, as the log keeps it.' }),
  ];
}

async function shoot(url: string, token: string, round: number): Promise<Metrics> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  let sent = 0;
  const result = await autocannon({
    url: `${url}/api/risk/screening/execute`,
    method: 'POST',
    headers,
    connections,
    overallRate: rate,
    duration: seconds,
    requests: [
      {
        method: 'POST',
        headers,
        // Another payment every time: payees, accounts and amounts as they come.
        setupRequest(request) {
          sent += 1;
          return { ...request, body: JSON.stringify({ setCode: 'PAYMENT', key: `${round}-${Date.now()}-${sent}`, record: payment(sent) }) };
        },
      },
    ],
  });
  const bad = result.errors + result.timeouts + result.non2xx;
  if (bad > 0) throw new Error(`${bad} of ${result.requests.total} records were not judged`);
  return { p99: result.latency.p99, median: result.latency.p50, slowest: result.latency.max, server: await serverTime(url, token) };
}

function payment(number: number): Record<string, unknown> {
  return {
    paymentNo: `B${number}`,
    payer: `Unit ${number % 40}`,
    payee: number % 50 === 0 ? 'Morvane Shiping Limited' : `Payee ${number % 900} Trading Co., Ltd.`,
    payeeAccount: `62220210${String(number % 900).padStart(8, '0')}`,
    amount: ((number * 7_919) % 90_000_000) / 100,
    country: 'CN',
    channel: number % 3 === 0 ? 'web' : 'erp',
    purpose: 'Goods',
    payTime: '10:30',
    firstTime: number % 5 === 0,
  };
}

/** 99 of 100 of the latest decisions took no longer, in milliseconds. */
async function serverTime(url: string, token: string): Promise<number> {
  const times: number[] = [];
  for (let pageNo = 1; pageNo <= 5; pageNo += 1) {
    const response = await fetch(`${url}/api/risk/screening/log/page`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ pageNo, pageSize: 200 }),
    });
    const answer: { data: { content: { micros: number }[] } } = await response.json();
    times.push(...answer.data.content.map(({ micros }) => micros / 1000));
  }
  times.sort((one, other) => one - other);
  return times[Math.floor(times.length * 0.99)] ?? 0;
}
