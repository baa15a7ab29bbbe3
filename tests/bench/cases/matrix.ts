import type { BenchContext } from '../context.ts';
import type { Budget, Line } from '../report.ts';
import { measure, metric, pageSubject } from './lines.ts';

const sizes = ['60x20', '200x50', '1000x100'] as const;
// Many, because a frame is short beside what else a machine does in between.
const rounds = 12;
const baseline = 'windowed DOM by hand';
const near: Budget = { kind: 'at most times', factor: 1.5, baseline };

/** The matrix widget in a page of the engine beside a windowed grid of plain text cells written by hand; in turns, a fresh page each. */
export async function matrix(context: BenchContext): Promise<Line[]> {
  const lines: Line[] = [];
  for (const size of sizes) {
    context.say(` ${size}`);
    const { ours, [baseline]: plain } = await measure(
      context,
      { ours: pageSubject(context, 'matrix/ours', size), [baseline]: pageSubject(context, 'matrix/plain', size) },
      rounds,
    );
    if (!ours || !plain) throw new Error('No figures');
    const line = (what: string, name: string, rest: Partial<Line> = { budget: near }): Line => ({
      what: `${size.replace('x', ' x ')}: ${what}`,
      unit: 'ms',
      ours: metric(ours, name),
      baselines: { [baseline]: metric(plain, name) },
      ...rest,
    });
    lines.push(
      line('from data to painted', 'show'),
      line('pointer to another cell, script and layout, median', 'hover', {}),
      line('press and key until cell and totals are painted, median', 'choice'),
      line('the same, 95th percentile', 'choiceTail'),
      line('not involved in a whole column', 'column'),
      line('paste of 1,000 cells', 'paste'),
      line('scroll step until painted, median', 'scrollStep'),
      line('scroll step until painted, 95th percentile', 'scrollTail', {}),
      line('script of 60 scroll steps', 'scrollScript'),
      line('elements in the document', 'elements', { unit: '' }),
      line('heap at the end, in MB', 'heap', { unit: '' }),
    );
  }
  return lines;
}
