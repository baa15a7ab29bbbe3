import { planPage } from '../../../../../src/core/index.ts';
import { shapes } from '../../../../../src/generated/widgets.ts';
import { bundleOf, countNodes, pageDocument } from '../fixtures/page.ts';
import { firstAndWarm } from '../support/clock.ts';
import type { Subject } from '../support/subject.ts';

const subject: Subject = async (_root, argument) => {
  const count = Number(argument);
  const times = firstAndWarm(
    (call) => bundleOf(pageDocument(count, call)),
    (bundle) => planPage(bundle, shapes),
    40,
  );
  const page = pageDocument(count, 0);
  const { problems } = planPage(bundleOf(page), shapes);
  const first = problems[0];
  if (first) throw new Error(`The page of the benchmark is broken: ${first.pointer}: ${first.message}`);
  return { ...times, nodes: countNodes(page.body) };
};

export default subject;
