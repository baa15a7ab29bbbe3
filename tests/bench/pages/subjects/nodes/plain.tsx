import { createContext, type ReactNode, useContext, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { NodeDocument } from '../../../../../src/core/types.ts';
import { countNodes, pageDocument } from '../fixtures/page.ts';
import { timeTo } from '../support/clock.ts';
import type { Subject } from '../support/subject.ts';
import { pressAndWatch, shownValues } from './change.ts';

/** The same page as people write it by hand: one state, one context, a component a node. */
interface Values {
  values: number[];
  change: () => void;
}
const ValuesContext = createContext<Values>({ values: [], change: () => undefined });
let renders = 0;

function Page({ count, children }: { count: number; children: ReactNode }) {
  const [values, setValues] = useState(() => Array.from({ length: count }, (_, index) => index));
  const change = () => setValues((previous) => previous.map((value, index) => (index === 0 ? value + 1 : value)));
  return <ValuesContext.Provider value={{ values, change }}>{children}</ValuesContext.Provider>;
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  renders++;
  return (
    <section>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Row({ children }: { children: ReactNode }) {
  renders++;
  return <div style={{ display: 'flex', flexWrap: 'wrap', gap: 16 }}>{children}</div>;
}

function Leaf({ index, widget }: { index: number; widget: string }) {
  renders++;
  const { values, change } = useContext(ValuesContext);
  const value = values[index] ?? 0;
  const text = `value ${value} of 0`;
  if (widget === 'button') {
    return (
      <button type="button" onClick={change}>
        Change
      </button>
    );
  }
  if (widget === 'tag') return <span style={{ color: value % 2 === 0 ? 'green' : 'blue' }}>{text}</span>;
  if (widget === 'link') return <a href="#leaf">{text}</a>;
  return value >= 0 ? <p>{text}</p> : null;
}

function childrenOf(node: NodeDocument): NodeDocument[] {
  return Array.isArray(node.body) ? (node.body as NodeDocument[]) : [];
}

const subject: Subject = async (root, argument) => {
  const count = Number(argument);
  const { body } = pageDocument(count, 0);
  const leavesOfSection = body.map((section, number) => ({
    title: `Section ${number}`,
    own: childrenOf(section)
      .flatMap(childrenOf)
      .map(({ widget }, position) => ({ widget, index: number * 15 + position })),
  }));
  const leaves = leavesOfSection.flatMap(({ own }) => own);
  const sections = leavesOfSection.map(({ title, own }) => (
    <Section key={title} title={title}>
      <Row>
        {own.map(({ index, widget }) => (
          <Leaf key={index} index={index} widget={widget} />
        ))}
      </Row>
    </Section>
  ));
  const mount = await timeTo(
    () => createRoot(root).render(<Page count={count}>{sections}</Page>),
    () => shownValues(root) === leaves.length - 1,
    'all values',
  );
  return { mount, nodes: countNodes(body), ...(await pressAndWatch(root, () => renders)) };
};

export default subject;
