import { describe, expect, it } from 'vitest';
import { amend, amendedPath, amendmentOf, changesOf } from '../../src/core/amend.ts';

const document = {
  title: 'Users',
  columns: [
    { name: 'code', width: 90 },
    { name: 'email', title: 'E-mail' },
    { name: 'phone', title: 'Phone' },
  ],
  sizes: [10, 20],
  'a/b': { name: 'email' },
};
const namesOf = (value: unknown) => (value as typeof document).columns.map(({ name }) => name);
type Changes = Parameters<typeof amend>[1];
const done = (...changes: Changes) => {
  const { value, faults } = amend(document, changes);
  expect(faults).toEqual([]);
  return value as typeof document & Record<string, unknown>;
};
const refused = (op: Changes[number]['op'], path: string) => {
  const { value, faults } = amend(document, [{ op, path, value: 1 }]);
  expect(value).toEqual(document);
  return faults.map(({ message, hint }) => (hint === undefined ? message : `${message}; ${hint}`));
};

describe('changes', () => {
  it('name the entries of lists, count them, or add at their end', () => {
    expect(namesOf(done({ op: 'remove', path: '/columns/name=email' }))).toEqual(['code', 'phone']);
    expect(namesOf(done({ op: 'add', path: '/columns/name=email', value: { name: 'new' } }))).toEqual(['code', 'new', 'email', 'phone']);
    expect(namesOf(done({ op: 'add', path: '/columns/-', value: { name: 'new' } }))).toEqual(['code', 'email', 'phone', 'new']);
    expect(namesOf(done({ op: 'add', path: '/columns/3', value: { name: 'new' } }))).toEqual(['code', 'email', 'phone', 'new']);
    expect(done({ op: 'replace', path: '/sizes/1', value: 50 }).sizes).toEqual([10, 50]);
    expect(done({ op: 'add', path: '/columns/name=email/hidden', value: true }).columns[1]).toEqual({
      ...document.columns[1],
      hidden: true,
    });
    expect(done({ op: 'replace', path: '/a~1b/name', value: 'x' })['a/b']).toEqual({ name: 'x' });
  });

  it('find the one entry with a property anywhere below', () => {
    expect(namesOf(done({ op: 'remove', path: '//title=Phone' }))).toEqual(['code', 'email']);
    expect(done({ op: 'add', path: '//name=code/title', value: 'Code' }).columns[0]).toEqual({ name: 'code', width: 90, title: 'Code' });
    expect(refused('remove', '//name=nobody')).toEqual(['no entry has name=nobody; it has code, email, phone']);
  });

  it('follow one another, and one that cannot be made costs itself alone', () => {
    const { value, faults } = amend(document, [
      { op: 'add', path: '/columns/name=phone', value: { name: 'new' } },
      { op: 'remove', path: '/columns/name=gone' },
      { op: 'add', path: '/columns/name=new/width', value: 5 },
    ]);
    expect((value as typeof document).columns[2]).toEqual({ name: 'new', width: 5 });
    expect(faults.map(({ index }) => index)).toEqual([1]);
  });

  it('leave the document as it was, and what was given, too', () => {
    const before = structuredClone(document);
    const value = { name: 'new' };
    amend(document, [
      { op: 'add', path: '/columns/-', value },
      { op: 'add', path: '/columns/name=new/width', value: 5 },
    ]);
    expect(document).toEqual(before);
    expect(value).toEqual({ name: 'new' });
  });

  it('take no missing, empty or composed property for a name', () => {
    expect(refused('remove', '/columns/title=')).toEqual(['no entry has title=; it has E-mail, Phone']);
    const within = { list: [{ name: { en: 'x' } }, { name: null }, { name: '' }, { on: false }] };
    expect(amend(within, [{ op: 'remove', path: '/list/name=[object Object]' }]).faults).toHaveLength(1);
    expect(amend(within, [{ op: 'remove', path: '/list/name=' }]).value).toEqual({ list: within.list.filter(({ name }) => name !== '') });
    expect(amend(within, [{ op: 'remove', path: '/list/on=false' }]).value).toEqual({ list: within.list.slice(0, 3) });
  });

  it('are told how a / in a name is written', () => {
    const shown = { body: [{ table: 'system/users' }, { table: 'system/roles' }] };
    const [fault] = amend(shown, [{ op: 'remove', path: '//table=system/users' }]).faults;
    expect(fault).toMatchObject({ message: 'no entry has table=system', hint: 'a / in a name is written ~1: table=system~1users' });
    expect(amend(shown, [{ op: 'remove', path: '//table=system~1users' }]).value).toEqual({ body: [{ table: 'system/roles' }] });
  });

  it.each([
    ['remove', 'columns', ['a path begins with / and leads into the document']],
    ['remove', '/colunms', ['there is no "colunms" here; did you mean "columns"?']],
    ['replace', '/columns/name=code/title', ['there is no "title" here; "add" makes what is not there']],
    ['remove', '/columns/name=mail', ['no entry has name=mail; did you mean "email"?']],
    [
      'remove',
      '/columns/3',
      ['"3" is no place in this list, which has 3 entries; an entry is named, such as name=email, or counted from 0'],
    ],
    [
      'remove',
      '/columns/-',
      ['"-" is no place in this list, which has 3 entries; an entry is named, such as name=email, or counted from 0'],
    ],
    [
      'add',
      '/columns/01',
      ['"01" is no place in this list, which has 3 entries; an entry is named, such as name=email, or counted from 0'],
    ],
    ['add', '/columns/=code', ['"=code" names no entry; write a property and its value, such as name=email']],
    ['add', '/title/x/y', ['nothing stands below "title"']],
    ['add', '/__proto__/polluted', ['"__proto__" is no name']],
    ['add', '/constructor', ['"constructor" is no name']],
  ] as const)('%s %s is refused', (op, path, message) => {
    expect(refused(op, path)).toEqual(message);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('do not choose between two', () => {
    const twice = { body: [{ widget: 'text' }, { body: [{ widget: 'text' }] }] };
    const { faults } = amend(twice, [{ op: 'remove', path: '//widget=text' }]);
    expect(faults[0]).toMatchObject({ message: '2 entries have widget=text', hint: 'say more of the way to the one that is meant' });
    expect(amend(twice, [{ op: 'remove', path: '/body//widget=text' }]).faults).toHaveLength(1);
    expect(amend(twice, [{ op: 'remove', path: '/body/1//widget=text' }]).value).toEqual({ body: [{ widget: 'text' }, { body: [] }] });
  });
});

describe('what is written where', () => {
  const { writtenAt } = amend(document, [
    { op: 'add', path: '/columns/0', value: { name: 'new', more: { deep: 1 } } },
    { op: 'replace', path: '/columns/name=email/title', value: 'Mail' },
    { op: 'replace', path: '/columns/name=new/more', value: { deep: 2 } },
  ]);

  it('is known of every part, and of what is as it was there is nothing', () => {
    expect(writtenAt(['columns', '0', 'name'])).toEqual({ index: 0, rest: ['name'] });
    expect(writtenAt(['columns', '0', 'more', 'deep'])).toEqual({ index: 2, rest: ['deep'] });
    expect(writtenAt(['columns', '2', 'title'])).toEqual({ index: 1, rest: [] });
    expect([writtenAt([]), writtenAt(['columns', '2', 'name']), writtenAt(['columns', '9', 'x'])]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('is known of entries that are no objects, wherever they have moved since', () => {
    const sizes = amend(document, [
      { op: 'add', path: '/sizes/-', value: 50 },
      { op: 'add', path: '/sizes/0', value: 5 },
      { op: 'remove', path: '/sizes/1' },
    ]);
    expect(sizes.value).toMatchObject({ sizes: [5, 20, 50] });
    expect([0, 1, 2].map((place) => sizes.writtenAt(['sizes', String(place)])?.index)).toEqual([1, undefined, 0]);
  });
});

it('an amendment lies where its document does, for kinds nothing else relies on', () => {
  expect(amendedPath('amendments/tables/system/users.amendment.json')).toBe('tables/system/users.table.json');
  expect(amendedPath('amendments/pages/home.amendment.json')).toBe('pages/home.page.json');
  expect(amendedPath('amendments/registers/finding.amendment.json')).toBe('registers/finding.register.json');
  expect(amendmentOf('registers/finding.register.json')).toBe('amendments/registers/finding.amendment.json');
  expect(amendedPath('amendments/questionnaires/risk.amendment.json')).toBeUndefined();
  expect(amendedPath('amendments/users.amendment.json')).toBeUndefined();
  expect(amendedPath('tables/users.table.json')).toBeUndefined();
});

it('what is no list of changes is none', () => {
  const torn = [null, { op: 'add' }, { op: 'add', path: '/a' }, { op: 'delete', path: '/a' }, { op: 'remove', path: 'a' }];
  for (const changes of [undefined, 'x', ...torn.map((change) => [change])]) expect(changesOf({ changes })).toBeUndefined();
  expect([null, 'x'].map(changesOf)).toEqual([undefined, undefined]);
  expect(changesOf({ changes: [{ op: 'remove', path: '/a' }] })).toEqual([{ op: 'remove', path: '/a' }]);
});
