import type { Metrics } from '../../statistics.ts';
import type { Subject } from './support/subject.ts';

/** Every subject is a chunk of its own: a page loads only what it measures. */
const subjects: Record<string, () => Promise<{ default: Subject }>> = {
  'menu/ours': () => import('./core/menu-ours.ts'),
  'menu/plain': () => import('./core/menu-plain.ts'),
  'plan/ours': () => import('./core/plan-ours.ts'),
  'plan/plain': () => import('./core/plan-plain.ts'),
  'nodes/ours': () => import('./nodes/ours.ts'),
  'nodes/plain': () => import('./nodes/plain.tsx'),
  'table/ours': () => import('./table/ours.tsx'),
  'table/plain': () => import('./table/plain.ts'),
  'table/antd': () => import('./table/antd.tsx'),
  'matrix/ours': () => import('./matrix/ours.tsx'),
  'matrix/plain': () => import('./matrix/plain.ts'),
  'form/ours': () => import('./form/ours.tsx'),
  'form/formily': () => import('./form/formily.tsx'),
};

async function run(name: string, argument: unknown): Promise<Metrics> {
  const load = subjects[name];
  if (!load) throw new Error(`No subject ${name}`);
  const { default: subject } = await load();
  const root = document.getElementById('root');
  if (!root) throw new Error('No #root');
  return subject(root, argument);
}

window.bench = { run };
