import { type ComponentType, createElement } from 'react';
import { registry } from '../../../../../renderers/index.ts';
import type { Registry, WidgetDefinition, WidgetLoader } from '../../../../../src/engine/index.ts';
import { bundleOf, countNodes, pageDocument } from '../fixtures/page.ts';
import { timeTo } from '../support/clock.ts';
import { loadWidgets, renderPage } from '../support/engine.tsx';
import type { Subject } from '../support/subject.ts';
import { pressAndWatch, shownValues } from './change.ts';

let renders = 0;

/** The vocabulary with every widget counting its renders. */
function counting(): Registry {
  const widgets = Object.fromEntries(Object.entries(registry.widgets).map(([key, load]) => [key, counted(load)]));
  return { ...registry, widgets };
}

function counted(load: WidgetLoader): WidgetLoader {
  let definition: WidgetDefinition | undefined;
  return async () => {
    definition ??= withCount((await load()).default);
    return { default: definition };
  };
}

function withCount(definition: WidgetDefinition): WidgetDefinition {
  const inner = definition.component as unknown as ComponentType<Record<string, unknown>>;
  const component = countRenders.bind(undefined, inner);
  return { ...definition, component } as unknown as WidgetDefinition;
}

function countRenders(inner: ComponentType<Record<string, unknown>>, props: Record<string, unknown>) {
  renders++;
  return createElement(inner, props);
}

const subject: Subject = async (root, argument) => {
  const count = Number(argument);
  const page = pageDocument(count, 0);
  await loadWidgets(['section', 'stack', 'text', 'tag', 'link', 'button']);
  const leaves = (count / 15) * 13;
  const mount = await timeTo(
    () => renderPage(root, bundleOf(page), { registry: counting() }),
    () => shownValues(root) === leaves - 1,
    'all values',
  );
  return { mount, nodes: countNodes(page.body), ...(await pressAndWatch(root, () => renders)) };
};

export default subject;
