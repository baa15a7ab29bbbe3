import type { ProblemExample } from '../../../generator/check/examples/example.ts';
import { exampleCalls, exampleProject, exampleRow } from '../../../generator/check/examples/project.ts';
import { type Files, temporaryProject } from './temporary-project.ts';

/** The documents an example stands in, or undefined when it is none of documents. */
export function exampleFiles({ in: place }: ProblemExample, value: unknown): Files | undefined {
  const over = (path: string, more: object): Files => ({ ...exampleProject, [path]: { ...exampleProject[path], ...more } });
  const part = value as object;
  switch (place) {
    case 'page':
      return over('schemas/pages/example.page.json', part);
    case 'layout':
      return over('schemas/layouts/main.layout.json', part);
    case 'form':
      return over('schemas/forms/person.form.json', part);
    case 'rule':
      return over('schemas/rules/name.rule.json', part);
    case 'calls':
      return over('schemas/services/shop.service.json', { calls: { ...exampleCalls, ...part } });
    case 'menu':
      return over('schemas/menus/example.menu.json', {
        items: [exampleRow, { ...exampleRow, menuId: '2', url: '/example', component: 'main#example' }, ...(part as object[])],
      });
    case 'texts': {
      const files: Files = { ...exampleProject };
      for (const [path, document] of Object.entries(exampleProject)) {
        if (!path.endsWith('.locale.json')) continue;
        files[path] = { ...document, texts: { ...(document as { texts: object }).texts, ...part } };
      }
      return files;
    }
    case 'files':
      return { ...exampleProject, ...(part as Files) };
    case 'text':
      return { ...exampleProject, 'schemas/pages/example.page.json': value as string };
    default:
      return undefined;
  }
}

/** A folder with the project of the examples and one example in it. */
export function exampleFolder(example: ProblemExample, value: unknown): string | undefined {
  const files = exampleFiles(example, value);
  return files && temporaryProject(files);
}
