import type { BenchContext } from '../context.ts';
import type { Line } from '../report.ts';
import { measure, metric, pageSubject } from './lines.ts';

const rounds = 5;
const rowCount = 10_000;
const nodeCount = 300;

/** compileMenu beside a loop with one map that checks nothing; in Chromium, a fresh page each round. */
export async function menu(context: BenchContext): Promise<Line[]> {
  const baseline = 'hand-written loop';
  const result = await measure(
    context,
    { ours: pageSubject(context, 'menu/ours', rowCount), [baseline]: pageSubject(context, 'menu/plain', rowCount) },
    rounds,
  );
  const { ours, [baseline]: plain } = result;
  if (!ours || !plain) throw new Error('No figures');
  const routes = metric(ours, 'routes').median;
  if (routes !== metric(plain, 'routes').median) throw new Error(`Ours gives ${routes} routes, the loop ${metric(plain, 'routes').median}`);
  return [
    {
      what: 'first compile in a fresh page',
      unit: 'ms',
      ours: metric(ours, 'first'),
      baselines: { [baseline]: metric(plain, 'first') },
      budget: { kind: 'at most', limit: 20 },
    },
    {
      what: 'compile when warm',
      unit: 'ms',
      ours: metric(ours, 'warm'),
      baselines: { [baseline]: metric(plain, 'warm') },
      budget: { kind: 'at most', limit: 20 },
      note: `${routes} routes; ${metric(ours, 'problems').median} problems reported by ours. The loop checks nothing and parses no meta.`,
    },
  ];
}

/** planPage beside a walk that parses every expression; in Chromium, a fresh page each round, other expressions each call. */
export async function plan(context: BenchContext): Promise<Line[]> {
  const baseline = 'walk with jsep';
  const result = await measure(
    context,
    { ours: pageSubject(context, 'plan/ours', nodeCount), [baseline]: pageSubject(context, 'plan/plain', nodeCount) },
    rounds,
  );
  const { ours, [baseline]: plain } = result;
  if (!ours || !plain) throw new Error('No figures');
  return [
    {
      what: 'first plan in a fresh page',
      unit: 'ms',
      ours: metric(ours, 'first'),
      baselines: { [baseline]: metric(plain, 'first') },
      budget: { kind: 'at most', limit: 5 },
    },
    {
      what: 'plan when warm',
      unit: 'ms',
      ours: metric(ours, 'warm'),
      baselines: { [baseline]: metric(plain, 'warm') },
      budget: { kind: 'at most', limit: 5 },
      note: `${metric(ours, 'nodes').median} nodes. The walk parses expressions and does nothing else.`,
    },
  ];
}
