import { afterEach, describe, expect, it, vi } from 'vitest';
import { GrownMenus } from '../../src/app/grown-menus.ts';
import { compileMenu } from '../../src/core/index.ts';
import { row } from './support.tsx';

const boards = {
  under: { topType: 'DataBoard' },
  call: 'board.page',
  body: { size: 1000 },
  rows: '{{ result }}',
  id: '{{ row }}',
  text: '{{ row }}',
  url: '/board/detail/{{ row }}',
};
const rows = [row({ menuId: 'r', type: '0', name: 'Boards', meta: { topType: 'DataBoard' } })];
const menuOf = (list = rows) => compileMenu(list, { document: 'menus', mainLayout: 'main', externalRoute: '/external-link' });

afterEach(() => void vi.restoreAllMocks());

function begin() {
  const call = vi.fn();
  const changed = vi.fn();
  const grown = new GrownMenus({ grown: [boards], call, changed });
  return { grown, call, changed, names: () => grown.sources.flatMap((source) => source.rows.map(({ name }) => name)) };
}

describe('grown menus', () => {
  it('are told once when they are others than before, and quietly', async () => {
    const { grown, call, changed, names } = begin();
    call.mockResolvedValue(['a', 'b']);
    await grown.load(menuOf(), 'ann');
    await grown.load(menuOf(), 'ann');
    expect(names()).toEqual(['a', 'b']);
    expect(changed).toHaveBeenCalledTimes(1);
    expect(call).toHaveBeenCalledWith('board.page', { quiet: true, body: { size: 1000 } });
  });

  it('stay while a call fails, and go with the entry above them', async () => {
    const { grown, call, names } = begin();
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    call.mockResolvedValueOnce(['a']).mockRejectedValueOnce(new Error('down'));
    await grown.load(menuOf(), 'ann');
    await grown.load(menuOf(), 'ann');
    expect(names()).toEqual(['a']);
    expect(warn).toHaveBeenCalledOnce();
    await grown.load(menuOf([]), 'ann');
    expect(names()).toEqual([]);
    expect(call).toHaveBeenCalledTimes(2);
  });

  it('of another person are never shown, and a late answer is that of nobody', async () => {
    const { grown, call, names } = begin();
    call.mockResolvedValueOnce(['of ann']);
    await grown.load(menuOf(), 'ann');
    let answer: (list: string[]) => void = () => undefined;
    call.mockReturnValueOnce(new Promise((done) => (answer = done)));
    const slow = grown.load(menuOf(), 'bo');
    expect(names()).toEqual([]);
    await grown.load(menuOf(), undefined);
    answer(['of bo']);
    await slow;
    expect(names()).toEqual([]);
    expect(call).toHaveBeenCalledTimes(2);
  });
  it('of somebody else are not taken when their answer comes after the person has changed, before the next one asks', async () => {
    const { grown, call, changed, names } = begin();
    let answer: (list: string[]) => void = () => undefined;
    call.mockReturnValueOnce(new Promise((done) => (answer = done)));
    const slow = grown.load(menuOf(), 'ann');
    grown.belongTo('bo');
    answer(['of ann']);
    await slow;
    expect(names()).toEqual([]);
    expect(changed).not.toHaveBeenCalled();
  });
});
