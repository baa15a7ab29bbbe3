import { describe, expect, it } from 'vitest';
import { Gathering } from '../../../renderers/widgets/table/download/gathering.ts';
import { DEEPEST, LONGEST, MOST_BYTES, MOST_COLUMNS, MOST_DIGITS, MOST_ROWS } from '../../../renderers/widgets/table/download/limits.ts';
import { contractSchemas } from '../../../src/generated/contract-schemas.ts';

type Row = Record<string, unknown>;
const numbered = (from: number, to: number): Row[] => Array.from({ length: to - from + 1 }, (_, at) => ({ id: from + at }));
const ids = (rows: readonly Row[]) => rows.map(({ id }) => id);
const keyOf = (row: Row) => String(row.id);
const never = () => new AbortController().signal;

/** A list of `count` rows by a server that gives `size` of them a page. */
function listOf(count: number, size: number) {
  const asked: number[] = [];
  const read = async (page: number) => {
    asked.push(page);
    return { rows: numbered((page - 1) * size + 1, Math.min(count, page * size)), total: count };
  };
  return { asked, read };
}

describe('rows of all pages', () => {
  it('are read page by page in their order, until there are as many as the list has', async () => {
    const { asked, read } = listOf(45, 20);
    const progress: [number, number][] = [];
    const gathering = new Gathering({ read, keyOf, most: 10_000 });
    await gathering.finish(never(), () => progress.push([gathering.rows.length, gathering.wanted]));
    expect(ids(gathering.rows)).toEqual(ids(numbered(1, 45)));
    expect(asked).toEqual([1, 2, 3]);
    expect(progress).toEqual([
      [20, 45],
      [40, 45],
      [45, 45],
    ]);
  });

  it('count once where others came before them meanwhile, and rows without a key each for itself', async () => {
    const pages = [numbered(1, 3), [{ id: 3 }, { id: 4 }, { id: 5 }], [{ id: 6 }]];
    const read = async (page: number) => ({ rows: pages[page - 1] ?? [], total: page === 1 ? 6 : 7 });
    const gathering = new Gathering({ read, keyOf, most: 100 });
    await gathering.finish(never(), () => undefined);
    expect(ids(gathering.rows)).toEqual([1, 2, 3, 4, 5, 6]);
    const without = new Gathering({ read, keyOf: () => undefined, most: 100 });
    await without.finish(never(), () => undefined);
    expect(without.rows).toHaveLength(7);
  });

  it('count each where one page has several with the same key', async () => {
    const pages = [
      [{ id: 1 }, { id: 1 }, { id: 2 }],
      [{ id: 2 }, { id: 3 }],
    ];
    const gathering = new Gathering({ read: async (page) => ({ rows: pages[page - 1] ?? [], total: 5 }), keyOf, most: 100 });
    await gathering.finish(never(), () => undefined);
    expect(ids(gathering.rows)).toEqual([1, 1, 2, 3]);
  });

  describe('of a list in which a row goes and another comes between two pages', () => {
    /** Pages of three. After the first one `change` is made; what is asked later finds it made. */
    const reading = (change: (list: number[]) => number[]) => {
      let list = [1, 2, 3, 4, 5, 6, 7];
      const looked: number[] = [];
      const gathering = new Gathering({
        read: async (page) => {
          const rows = list.slice((page - 1) * 3, page * 3).map((id) => ({ id }));
          if (page === 1) list = change(list);
          return { rows, total: 7 };
        },
        look: async (place) => {
          looked.push(place);
          const id = list[place - 1];
          return id === undefined ? undefined : { id };
        },
        keyOf,
        most: 100,
      });
      return { gathering, looked };
    };

    it('may lack the row that moved to a page that was read, though there are as many', async () => {
      const { gathering } = reading((list) => [...list.filter((id) => id !== 2), 8]);
      await gathering.finish(never(), () => undefined);
      expect(ids(gathering.rows)).toEqual([1, 2, 3, 5, 6, 7, 8]);
      expect(gathering.mayLack).toBe(true);
    });

    it('lacks nothing where nothing moved, with one look a page that another followed', async () => {
      const { gathering, looked } = reading((list) => list.map((id) => (id === 7 ? 8 : id)));
      await gathering.finish(never(), () => undefined);
      expect([gathering.mayLack, looked]).toEqual([false, [3, 6]]);
      await gathering.finish(never(), () => undefined);
      expect(looked).toEqual([3, 6]);
    });

    it('lacks nothing where a look cannot tell', async () => {
      const gathering = new Gathering({ read: listOf(7, 3).read, look: async () => undefined, keyOf: (row) => String(row?.id), most: 100 });
      await gathering.finish(never(), () => undefined);
      expect(gathering.mayLack).toBe(false);
    });

    it('looks no more, and is not finished, once it is stopped while it looks', async () => {
      const control = new AbortController();
      const looked: number[] = [];
      const look = async (place: number) => {
        looked.push(place);
        control.abort();
        return { id: place };
      };
      const gathering = new Gathering({ read: listOf(7, 3).read, look, keyOf, most: 100 });
      await expect(gathering.finish(control.signal, () => undefined)).rejects.toThrow();
      expect(looked).toEqual([3, 6]);
    });

    it('looks again where a look failed, and reads nothing anew', async () => {
      let fails = true;
      const asked: number[] = [];
      const gathering = new Gathering({
        read: async (page) => {
          asked.push(page);
          return { rows: numbered(page * 3 - 2, page * 3), total: 6 };
        },
        look: async (place) => {
          if (fails) throw new Error('away');
          return { id: place + 1 };
        },
        keyOf,
        most: 100,
      });
      await expect(gathering.finish(never(), () => undefined)).rejects.toThrow('away');
      fails = false;
      await gathering.finish(never(), () => undefined);
      expect([gathering.mayLack, asked]).toEqual([true, [1, 2]]);
    });
  });

  it('end with an empty page where the list became shorter, and with as many as may be', async () => {
    const { asked, read } = listOf(45, 20);
    const few = new Gathering({ read, keyOf, most: 30 });
    await few.finish(never(), () => undefined);
    expect([few.rows.length, few.wanted, few.total, asked.length]).toEqual([30, 30, 45, 2]);
    const shrinking = new Gathering({ read: async (page) => ({ rows: page === 1 ? numbered(1, 2) : [], total: 9 }), keyOf, most: 30 });
    await shrinking.finish(never(), () => undefined);
    expect(ids(shrinking.rows)).toEqual([1, 2]);
  });

  it('may lack one where the list became shorter between two pages', async () => {
    const left = numbered(1, 20).filter(({ id }) => id !== 3);
    const read = async (page: number) => (page === 1 ? { rows: numbered(1, 10), total: 20 } : { rows: left.slice(10), total: 19 });
    const gathering = new Gathering({ read, keyOf, most: 100 });
    await gathering.finish(never(), () => undefined);
    expect([gathering.rows.length, gathering.wanted, gathering.mayLack]).toEqual([19, 19, true]);
    const still = new Gathering({ read: listOf(20, 10).read, keyOf, most: 100 });
    await still.finish(never(), () => undefined);
    expect(still.mayLack).toBe(false);
  });

  it('are read by whoever does not page at once', async () => {
    const gathering = new Gathering({ read: async () => ({ rows: numbered(1, 70), total: 70 }), keyOf, most: 10_000 });
    await gathering.finish(never(), () => undefined);
    expect(gathering.rows).toHaveLength(70);
  });
});

describe('reading that breaks off', () => {
  it('goes on with the page that failed, and reads none twice', async () => {
    const { asked, read } = listOf(6, 2);
    let isDown = true;
    const shaky = async (page: number) => {
      if (page === 2 && isDown) throw new Error('no answer');
      return await read(page);
    };
    const gathering = new Gathering({ read: shaky, keyOf, most: 100 });
    await expect(gathering.finish(never(), () => undefined)).rejects.toThrow('no answer');
    expect(ids(gathering.rows)).toEqual([1, 2]);
    isDown = false;
    await gathering.finish(never(), () => undefined);
    expect(ids(gathering.rows)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(asked).toEqual([1, 2, 3]);
  });

  it('asks for nothing more once it is stopped', async () => {
    const { asked, read } = listOf(60, 20);
    const control = new AbortController();
    const gathering = new Gathering({ read, keyOf, most: 100 });
    await expect(gathering.finish(control.signal, () => control.abort())).rejects.toThrow();
    expect(asked).toEqual([1]);
  });
});

it('[API-03] people are told of the limits the contract has', () => {
  const { body, bodyLimit } = contractSchemas['table.workbook'];
  const column = { title: { maxLength: LONGEST.head }, digits: { maximum: MOST_DIGITS } };
  expect(body).toMatchObject({
    properties: {
      title: { maxLength: LONGEST.title },
      page: { maxLength: LONGEST.page },
      columns: { maxItems: MOST_COLUMNS, items: { properties: column } },
      rows: { maxItems: MOST_ROWS, items: { maxItems: MOST_COLUMNS, items: { maxLength: LONGEST.cell } } },
      levels: { maxItems: MOST_ROWS, items: { maximum: DEEPEST } },
    },
  });
  expect(bodyLimit).toBe(MOST_BYTES);
});
