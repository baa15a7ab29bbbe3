import { describe, expect, it } from 'vitest';
import { exampleProject } from '../../../generator/check/examples/project.ts';
import { readProject } from '../../../generator/check/project.ts';
import { runChecks } from '../../../generator/check/run.ts';
import { page, temporaryProject } from '../support/temporary-project.ts';

/** Findings of a page of the shop, whose calls create and note want shop:person:add and nothing. */
function found(body: object): string[] {
  const title = { en: 'A', 'zh-Hans': 'B', 'zh-Hant': 'C' };
  const folder = temporaryProject({ ...exampleProject, 'schemas/pages/example.page.json': page({ title, ...body }) });
  return runChecks(readProject(folder)).map(({ code, pointer }) => `${code} ${pointer}`);
}

const add = 'shop:person:add';
// An object literal with `then` looks like a promise.
const consequence = 'then';
const create = [{ call: 'shop.create', body: {} }];
const button = (more: object) => ({ widget: 'button', text: 'shop.save', ...more });
const table = (more: object) => ({
  widget: 'table',
  name: 'rows',
  source: { call: 'shop.list' },
  columns: [{ name: 'name', title: 'shop.name' }],
  ...more,
});

describe('a control and the permission of its call', () => {
  it.each([
    ['its own permission', { body: [button({ permission: add, onClick: create })] }],
    ['the permission of what it stands in', { body: [{ widget: 'section', permission: add, body: [button({ onClick: create })] }] }],
    ['the permission of the page', { access: { permission: add }, body: [button({ onClick: create })] }],
    ['a condition', { body: [button({ when: `{{ can('${add}') && user.name }}`, onClick: create })] }],
    ['a permission of an action of a row', { body: [table({ actions: [{ text: 'shop.save', permission: add, onClick: create }] })] }],
    [
      'a condition of the step that runs it',
      { actions: { create }, body: [button({ onClick: [{ if: `{{ can('${add}') }}`, [consequence]: [{ run: 'create' }] }] })] },
    ],
    ['a condition of the step', { body: [button({ onClick: [{ if: `{{ can('${add}') }}`, [consequence]: create }] })] }],
  ])('agrees by %s', (_what, body) => expect(found(body)).toEqual([]));

  it.each([
    ['hidden by nothing', { body: [button({ onClick: create })] }, 'CONTROL_OPEN /body/0/onClick'],
    ['through a named action', { actions: { save: create }, body: [button({ onClick: 'save' })] }, 'CONTROL_OPEN /body/0/onClick'],
    [
      'through an action that another runs',
      { actions: { save: [{ run: 'send' }], send: [{ run: 'create' }], create }, body: [button({ onClick: 'save' })] },
      'CONTROL_OPEN /body/0/onClick',
    ],
    [
      'hidden by another permission',
      { body: [button({ permission: 'shop:person:edit', onClick: create })] },
      'CONTROL_PERMISSION /body/0/onClick',
    ],
    [
      'hidden by one of two, of which one does not do',
      { body: [button({ permission: [add, 'shop:person:edit'], onClick: create })] },
      'CONTROL_PERMISSION /body/0/onClick',
    ],
    [
      'a condition that is no permission',
      { body: [button({ when: `{{ can('${add}') || user.name }}`, onClick: create })] },
      'CONTROL_OPEN /body/0/onClick',
    ],
    [
      'an action of a row',
      { body: [table({ actions: [{ text: 'shop.save', permission: 'shop:person:note', onClick: create }] })] },
      'CONTROL_PERMISSION /body/0/actions/0/onClick',
    ],
    ['at the opening of the page', { onOpen: create, body: [] }, 'CONTROL_OPEN /onOpen'],
  ])('differs: %s', (_what, body, expected) => expect(found(body)).toEqual([expected]));

  it('counts what opens a dialog as hiding what is in it', () => {
    const dialog = { widget: 'dialog', name: 'edit', body: [{ widget: 'form', fields: [], onSubmit: create }] };
    const opener = (permission: string | undefined) => button({ ...(permission && { permission }), onClick: [{ open: 'edit' }] });
    expect(found({ body: [opener(add), dialog] })).toEqual([]);
    expect(found({ body: [opener(undefined), dialog] })).toEqual(['CONTROL_OPEN /body/1/body/0/onSubmit']);
    // One that asks does not make up for one that asks for nothing; two that ask may open it for two purposes.
    expect(found({ body: [opener(undefined), dialog, opener(add)] })).toEqual(['CONTROL_OPEN /body/1/body/0/onSubmit']);
    expect(found({ body: [opener('shop:person:edit'), dialog, opener(add)] })).toEqual([]);
  });

  it('reports a control hidden in the browser only, when its call changes something', () => {
    const note = [{ call: 'shop.note', body: {} }];
    expect(found({ body: [button({ permission: add, onClick: note })] })).toEqual(['CALL_UNPROTECTED /body/0/onClick']);
    expect(found({ access: { permission: add }, body: [button({ onClick: note })] })).toEqual([]);
    expect(found({ body: [button({ permission: add, onClick: [{ call: 'shop.list' }] })] })).toEqual([]);
  });
});
