// @vitest-environment jsdom
import { observable } from '@formily/reactive';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { Rest } from '../../../../renderers/widgets/risk-matrix/grid/rest.ts';
import { columnWidth, sizesIn } from '../../../../renderers/widgets/risk-matrix/grid/sizes.ts';
import { criteria, domains, riskExam, survey } from '../../../core/matrix/support.ts';
import { pageOf, world } from '../../world.tsx';
import { paste, showMatrix } from './harness.tsx';

const none = { en: '', 'zh-Hans': '', 'zh-Hant': '' };

describe('the window', () => {
  it('holds what is in sight only, whatever the size', async () => {
    // Without the spare rows, which come with the rest.
    const restless = vi.spyOn(Rest.prototype, 'disturb').mockImplementation(() => {});
    const small = await showMatrix(60, 20);
    const cells = small.container.querySelectorAll('[role=gridcell]').length;
    expect(cells).toBeGreaterThan(100);
    expect(small.grid.getAttribute('aria-rowcount')).toBe('62');
    small.container.remove();
    const large = await showMatrix(1000, 100);
    expect(large.container.querySelectorAll('[role=gridcell]').length).toBeLessThanOrEqual(cells);
    expect(large.container.querySelectorAll('*').length).toBeLessThan(800);
    expect(large.grid.getAttribute('aria-colcount')).toBe('103');
    restless.mockRestore();
  });

  it('shows the rows in sight first; spare ones join them at rest, in order, and leave the editor where it is', async () => {
    const restless = vi.spyOn(Rest.prototype, 'disturb').mockImplementation(() => {});
    const { container, cell, press } = await showMatrix(60, 20);
    const rows = () =>
      [...container.querySelectorAll('.tg-matrix-body [role=row]')].map((row) => Number(row.getAttribute('aria-rowindex')));
    const inSight = rows().length;
    act(() => {
      fireEvent.pointerOver(cell(2, 1));
    });
    const editor = cell(2, 1).querySelector('.tg-matrix-editor');
    expect(editor).toBeTruthy();
    const moved = vi.fn();
    const watch = new MutationObserver(moved);
    watch.observe(cell(2, 1), { childList: true });
    restless.mockRestore();
    press('1');
    await waitFor(() => expect(rows().length).toBe(inSight + 6));
    expect(rows()).toEqual(rows().map((_, index) => index + 3));
    await waitFor(() => expect(cell(inSight + 5, 1).getAttribute('aria-label')).toContain(`Sub-cause ${inSight + 5}`));
    expect(cell(2, 1).querySelector('.tg-matrix-editor')).toBe(editor);
    expect(moved).not.toHaveBeenCalled();
    watch.disconnect();
  });

  it('a matrix smaller than its place is whole at once', async () => {
    const { container } = await showMatrix(5, 2);
    expect(container.querySelectorAll('.tg-matrix-body [role=row]').length).toBe(5);
  });

  it('[I18N-02] stays where people are when its words change, and begins at the top with other rows', async () => {
    const config = observable.shallow<Record<string, unknown>>({ rows: criteria(200) });
    const { press, container, active } = await showMatrix(200, 20, { rows: '{{ config.rows }}' }, [], riskExam, { config });
    press('End', { ctrl: true });
    press('ArrowLeft');
    const scroller = container.querySelector('.tg-matrix-scroll');
    const before = [scroller?.scrollTop, scroller?.scrollLeft];
    expect(before[0]).toBeGreaterThan(1_000);
    act(() => Object.assign(config, { rows: criteria(200).map((row) => ({ ...row, subCause: '子原因' })) }));
    await waitFor(() => expect(active()).toContain('子原因; Domain 18'));
    expect([scroller?.scrollTop, scroller?.scrollLeft]).toEqual(before);
    act(() => Object.assign(config, { rows: criteria(199) }));
    await waitFor(() => expect(active()).toContain('Sub-cause 0; Domain 0'));
  });

  it('follows the active cell to the far corner and back', async () => {
    const { press, active, cell, container } = await showMatrix(1000, 100);
    press('End', { ctrl: true });
    expect(active()).toBe('Dimension 166, Cause 499, Sub-cause 999; Domain 99: not answered');
    expect(cell(999, 99)).toBeTruthy();
    expect(container.querySelectorAll('[role=gridcell]').length).toBeLessThan(700);
    press('Home', { ctrl: true });
    expect(active()).toContain('Sub-cause 0; Domain 0');
  });

  it('[RISK-05] has heads over groups of columns and groups of rows', async () => {
    const { container } = await showMatrix(12, 6);
    const [first] = container.querySelectorAll('[role=columnheader][aria-colspan="2"]');
    expect(first?.textContent).toBe('Kind 0');
    expect([...container.querySelectorAll('.tg-matrix-group-text')].map((group) => group.textContent)).toContain('Dimension 1');
    expect(container.querySelector('[role=rowheader]')?.getAttribute('aria-label')).toBe('Dimension 0, Cause 0, Sub-cause 0');
  });
});

describe('before the data', () => {
  it('the frame stands, out of reach, and is filled when the data comes', async () => {
    const config = observable.shallow<Record<string, unknown>>({ rows: undefined, columns: undefined });
    const made = await world({ config });
    const node = {
      widget: 'risk-matrix',
      name: 'matrix',
      questionnaire: 'exam',
      rows: '{{ config.rows }}',
      columns: '{{ config.columns }}',
    };
    const bundle = pageOf([node, { widget: 'text', text: "{{ 'total ' + matrix.total + ', conflicts ' + len(matrix.conflicts) }}" }]);
    const { container } = made.show({ ...bundle, questionnaires: { exam: riskExam } });
    const grid = await screen.findByRole('grid', { hidden: true });
    const heads = [...grid.querySelectorAll('[role=columnheader]')].map((head) => head.textContent);
    expect(heads.filter(Boolean)).toEqual(['Dimension', 'Risk cause', 'Sub-cause']);
    // Blank rows keep its place; what is late is said.
    const texts = () => new Set([...grid.querySelectorAll('[role=gridcell], .tg-matrix-row-text')].map(({ textContent }) => textContent));
    expect(texts()).toEqual(new Set(['']));
    expect(container.querySelector('.tg-matrix-late')).toBeNull();
    await screen.findByText('Loading');
    expect(container.querySelector('.tg-matrix-late')).not.toBeNull();
    expect(container.querySelector('.tg-matrix')?.getAttribute('aria-busy')).toBe('true');
    expect(grid.parentElement?.inert).toBe(true);
    // Nor is it named for anybody once it rests.
    expect(grid.querySelector('[aria-label*=";"]')).toBeNull();
    act(() => Object.assign(config, { rows: criteria(6), columns: domains(4) }));
    await waitFor(() => expect(container.textContent).toContain('total 24'));
    expect(container.querySelector('[role=grid]')).toBe(grid);
    expect(container.querySelector('.tg-matrix')?.getAttribute('aria-busy')).toBe('false');
    expect(grid.parentElement?.inert).toBe(false);
    expect(container.querySelector('.tg-matrix-late')).toBeNull();
    expect(screen.queryByText('Loading')).toBeNull();
    act(() => void fireEvent.keyDown(grid, { key: '3' }));
    expect(container.querySelector('[role=gridcell]')?.textContent).toBe('3');
    act(() => Object.assign(config, { rows: criteria(8) }));
    await waitFor(() => expect(grid.getAttribute('aria-rowcount')).toBe('10'));
    expect(container.querySelector('[role=gridcell]')?.textContent).toBe('3');
    expect(container.querySelectorAll('[role=rowheader]')).toHaveLength(8);
    // In another language: what its rows hold may be older than what was answered here.
    act(() => Object.assign(config, { rows: criteria(8).map((row) => ({ ...row, dimension: '维度', d0: 1 })) }));
    await waitFor(() => expect(container.querySelector('[role=rowheader]')?.getAttribute('aria-label')).toContain('维度'));
    expect(container.querySelector('[role=gridcell]')?.textContent).toBe('3');
    expect(container.textContent).toContain('conflicts 0');
  });
});

describe('data given again', () => {
  it('[RISK-15] brings what was changed elsewhere, and takes nothing back that was saved while it was on its way', async () => {
    const config = observable.shallow<Record<string, unknown>>({ rows: criteria(4) });
    const saved = { widget: 'button', text: { en: 'Saved' }, onClick: [{ set: { 'matrix.saved': '{{ matrix.changed }}' } }] };
    const unsaved = { widget: 'text', text: "{{ 'unsaved ' + len(matrix.changed) }}" };
    const { press, text, container } = await showMatrix(4, 4, { rows: '{{ config.rows }}' }, [saved, unsaved], riskExam, { config });
    press('3');
    expect(container.textContent).toContain('unsaved 1');
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Saved' })));
    expect(container.textContent).toContain('unsaved 0');
    press('ArrowRight');
    press('1');
    await act(async () => void Object.assign(config, { rows: criteria(4) }));
    expect([text(0, 0), text(0, 1)]).toEqual(['3', '1']);
    const changed = (value: number) => criteria(4).map((row, index) => (index === 2 ? { ...row, d2: value } : row));
    await act(async () => void Object.assign(config, { rows: changed(2) }));
    expect([text(0, 0), text(0, 1), text(2, 2)]).toEqual(['3', '1', '2']);
    await act(async () => void Object.assign(config, { rows: changed(1) }));
    expect([text(0, 0), text(0, 1), text(2, 2)]).toEqual(['3', '1', '1']);
    expect(container.textContent).toContain('unsaved 1');
  });
});

describe('choosing', () => {
  it('[RISK-07][RISK-12] shows the text of the choice with its colour, and says what was chosen', async () => {
    const { press, text, cell, container } = await showMatrix(6, 4);
    press('3');
    expect(text(0, 0)).toBe('3');
    expect(cell(0, 0).className).toContain('tg-tone-high');
    await waitFor(() =>
      expect(container.querySelector('[role=status]')?.textContent).toBe('Dimension 0, Cause 0, Sub-cause 0; Domain 0: High'),
    );
  });

  it('[RISK-10][RISK-11] follows the rule of the column, and undoes it as one', async () => {
    const { press, text } = await showMatrix(6, 4);
    press('2');
    press('ArrowDown');
    press('0');
    expect([0, 1, 5].map((row) => text(row, 0))).toEqual(['--', '--', '--']);
    press('1');
    expect([0, 1, 5].map((row) => text(row, 0))).toEqual(['', '1', '']);
    press('z', { ctrl: true });
    press('z', { ctrl: true });
    expect([0, 1, 5].map((row) => text(row, 0))).toEqual(['2', '', '']);
    press('y', { ctrl: true });
    expect(text(5, 0)).toBe('--');
  });

  it('[RISK-12] says how many cells a step changed when it is more than one', async () => {
    const { press, container } = await showMatrix(6, 4);
    const said = (text: string) => waitFor(() => expect(container.querySelector('.tg-matrix-frame [role=status]')?.textContent).toBe(text));
    const first = 'Dimension 0, Cause 0, Sub-cause 0; Domain 0';
    press('0');
    await said(`${first}: Not involved. 6 cells changed`);
    press('z', { ctrl: true });
    await said(`${first}: not answered. 6 cells changed`);
    press('y', { ctrl: true });
    await said(`${first}: Not involved. 6 cells changed`);
    press('z', { ctrl: true });
    press('ArrowDown', { shift: true });
    press('ArrowRight', { shift: true });
    press('2');
    const last = 'Dimension 0, Cause 0, Sub-cause 1; Domain 1';
    await said(`${last}: Medium. 4 cells changed`);
    press('Delete');
    await said(`${last}: not answered. 4 cells changed`);
    press('Escape');
    press('3');
    await said(`${last}: High`);
    press('z', { ctrl: true });
    await said(`${last}: not answered`);
  });

  it('[RISK-12] says what the buttons took back and did again, shows where, and leaves the focus on them', async () => {
    const { press, container, active } = await showMatrix(60, 4);
    const said = (text: string) => waitFor(() => expect(container.querySelector('.tg-matrix-frame [role=status]')?.textContent).toBe(text));
    const [undo, redo] = ['Undo', 'Redo'].map((name) => screen.getByRole('button', { name })) as [HTMLElement, HTMLElement];
    press('1');
    press('3');
    press('End', { ctrl: true });
    const first = 'Dimension 0, Cause 0, Sub-cause 0; Domain 0';
    undo.focus();
    fireEvent.click(undo);
    await said(`${first}: Low`);
    expect(active()).toContain(first);
    expect(document.activeElement).toBe(undo);
    redo.focus();
    fireEvent.click(redo);
    await said(`${first}: High`);
    expect(document.activeElement).toBe(redo);
  });

  it('works by the pointer in one press on the editor of the cell', async () => {
    const { cell, text, container } = await showMatrix(6, 4);
    fireEvent.pointerOver(cell(2, 1), { pointerType: 'mouse' });
    const choices = container.querySelectorAll('[role=radio]');
    expect(choices).toHaveLength(4);
    act(() => void fireEvent.click(choices[1] as Element));
    expect(text(2, 1)).toBe('2');
    expect(container.querySelectorAll('[role=radiogroup]')).toHaveLength(1);
  });

  it('changes nothing where it is read only', async () => {
    const { press, cell, text, grid, container } = await showMatrix(6, 4, { readOnly: true });
    press('1');
    paste(grid, '1\t2');
    fireEvent.pointerOver(cell(0, 0), { pointerType: 'mouse' });
    expect(text(0, 0)).toBe('');
    expect(container.querySelector('[role=radiogroup]')).toBeNull();
    expect(grid.getAttribute('aria-readonly')).toBe('true');
  });

  it('opens the choices with Enter and gives the focus back', async () => {
    const { press, grid, text } = await showMatrix(6, 4);
    grid.focus();
    press('Enter');
    const chosen = document.activeElement as HTMLElement;
    expect(chosen.getAttribute('role')).toBe('radio');
    fireEvent.keyDown(chosen, { key: 'ArrowRight' });
    fireEvent.keyDown(document.activeElement as Element, { key: 'Enter' });
    expect(document.activeElement).toBe(grid);
    expect(text(0, 0)).toBe('2');
  });
});

describe('blocks', () => {
  it('are pasted from a spreadsheet, and selected', async () => {
    const { grid, text, press, cell } = await showMatrix(6, 4);
    press('ArrowDown');
    paste(grid, '1\t2\r\n3\t?\r\n');
    expect([text(1, 0), text(1, 1), text(2, 0), text(2, 1)]).toEqual(['1', '2', '3', '']);
    expect(cell(2, 1).getAttribute('aria-selected')).toBe('true');
    const said = await screen.findByText('3 cells changed by the paste, not understood: 1');
    expect(said.classList.contains('tg-hidden')).toBe(false);
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(said.classList.contains('tg-hidden'), 'what is said of a paste that was undone').toBe(true);
  });

  it('keep their upper left cell active when they are pasted: keys and the next paste go on from there', async () => {
    const { grid, text, press, active, cell } = await showMatrix(6, 4);
    paste(grid, '1\t2\n3\t1');
    expect(active()).toContain('Sub-cause 0; Domain 0');
    const isSelected = (row: number, column: number) => cell(row, column).getAttribute('aria-selected') === 'true';
    expect([isSelected(0, 0), isSelected(1, 1), isSelected(2, 1)]).toEqual([true, true, false]);
    press('ArrowDown', { shift: true });
    expect([isSelected(0, 0), isSelected(2, 1)], 'the far corner extends').toEqual([true, true]);
    paste(grid, '2\t2\n2\t2');
    press('ArrowDown');
    expect(active()).toContain('Sub-cause 1; Domain 0');
    paste(grid, '3\n3');
    expect([text(0, 0), text(1, 0), text(2, 0), text(1, 1)]).toEqual(['2', '3', '3', '2']);
  });

  it('are copied as they are selected', async () => {
    const { grid, press } = await showMatrix(6, 4);
    press('1');
    press('ArrowRight');
    press('2');
    press('ArrowLeft', { shift: true });
    const setData = vi.fn();
    fireEvent.copy(grid, { clipboardData: { setData } });
    expect(setData).toHaveBeenCalledWith('text/plain', '1\t2');
  });

  it('take one key for all selected cells', async () => {
    const { press, text } = await showMatrix(6, 4);
    press('ArrowRight', { shift: true });
    press('ArrowDown', { shift: true });
    press('2');
    expect([text(0, 0), text(0, 1), text(1, 0), text(1, 1)]).toEqual(['2', '2', '2', '2']);
    press('Delete');
    expect(text(1, 1)).toBe('');
  });
});

describe('what expressions read', () => {
  const readers = [
    {
      widget: 'text',
      text: "{{ 'a' + matrix.answered + '/' + matrix.total + ' ' + matrix.complete + ' ' + len(matrix.changed) + ' ' + matrix.dirty }}",
    },
    {
      widget: 'table',
      rows: '{{ matrix.totals.byDimension }}',
      columns: [
        { name: 'name', title: none },
        { name: 'value', title: none },
      ],
    },
  ];

  it('[RISK-09] totals by dimension stand in a table', async () => {
    const { press, container } = await showMatrix(8, 2, {}, readers);
    press('3');
    await waitFor(() => expect(container.querySelector('table')?.textContent).toContain('Dimension 03'));
    expect(container.textContent).toContain('a1/16 false 1 true');
  });

  it('[RISK-16] where an answer a row is enough, progress counts rows', async () => {
    const check = { widget: 'button', text: { en: 'Check' }, onClick: [{ validate: 'matrix' }] };
    const { press, container } = await showMatrix(8, 2, {}, [check, ...readers], { ...riskExam, completeness: { require: 'rows' } });
    press('3');
    await waitFor(() => expect(container.textContent).toContain('a1/8 false 1 true'));
    await waitFor(() => expect(container.querySelector('.tg-matrix-count')?.textContent).toBe('1 of 8 rows answered'));
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Check' })));
    expect(screen.getByRole('alert').textContent).toBe('7 rows are not answered');
    expect(container.querySelector('[role=progressbar]')?.getAttribute('aria-valuemax')).toBe('8');
  });

  it('[RISK-16] the missing answer is shown though it has no element yet', async () => {
    const values = Array.from({ length: 399 }, (_, cell) => ({
      criteriaId: `c${Math.floor(cell / 2)}`,
      domainId: `d${cell % 2}`,
      value: 1,
    }));
    const { container, active, press } = await showMatrix(200, 2, { values }, [
      { widget: 'button', text: { en: 'Check' }, onClick: [{ validate: 'matrix' }, { set: { 'matrix.saved': '{{ matrix.changed }}' } }] },
      ...readers,
    ]);
    expect(container.querySelector('.tg-marked')).toBeNull();
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Check' })));
    await waitFor(() => expect(active()).toContain('Sub-cause 199; Domain 1: not answered'));
    expect(container.querySelector('.tg-marked .tg-open')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toBe('1 answer is missing');
    press('2');
    await waitFor(() => expect(container.textContent).toContain('a400/400 true 1 true'));
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Check' })));
    await waitFor(() => expect(container.textContent).toContain('a400/400 true 0 false'));
  });

  it('a change runs the action with its records', async () => {
    const { press, feedback } = await showMatrix(2, 2, { onChange: [{ notify: "{{ count + ' ' + first(changes).criteriaName }}" }] });
    press('1');
    await waitFor(() => expect(feedback.message).toHaveBeenCalledWith('success', '1 Sub-cause 0'));
  });
});

it('"next unanswered" goes on from cell to cell', async () => {
  const { active } = await showMatrix(3, 2);
  const next = screen.getByRole('button', { name: 'Next unanswered' });
  act(() => void fireEvent.click(next));
  expect(active()).toContain('Sub-cause 0; Domain 0');
  act(() => void fireEvent.click(next));
  expect(active()).toContain('Sub-cause 0; Domain 1');
});

it('another questionnaire is another matrix: other keys, texts, no groups', async () => {
  const rows = [
    { code: 'q1', question: 'One?' },
    { code: 'q2', question: 'Two?' },
  ];
  const columns = [{ key: 'ada', label: 'Ada' }];
  const localized = JSON.parse(JSON.stringify(survey), (key, value) =>
    ['title', 'label', 'text'].includes(key) && typeof value === 'string' ? { en: value, 'zh-Hans': value, 'zh-Hant': value } : value,
  );
  const { press, text, active } = await showMatrix(0, 0, { rows, columns }, [], localized);
  press('n');
  expect([text(0, 0), active()]).toEqual(['N', 'One?; Ada: No']);
  press('Delete');
  expect(text(0, 0)).toBe('N');
});

it('Tab leaves at the end, and at once after Escape', async () => {
  const { grid, press } = await showMatrix(2, 2);
  press('Tab');
  press('End', { ctrl: true });
  expect(fireEvent.keyDown(grid, { key: 'Tab' })).toBe(true);
  expect(fireEvent.keyDown(grid, { key: 'Tab', shiftKey: true })).toBe(false);
  fireEvent.keyDown(grid, { key: 'Escape' });
  expect(fireEvent.keyDown(grid, { key: 'Tab' })).toBe(true);
});

it('shows the questionnaire an expression names, and says when there is none of that name', async () => {
  const config = observable.shallow<Record<string, unknown>>({ which: undefined });
  const made = await world({ config });
  const rows = [{ code: 'q1', question: 'One?', id: 'c1', dimension: 'D', cause: 'C', subCause: 'S' }];
  const columns = [{ key: 'ada', label: 'Ada', firstKind: 'K', secondKinds: [{ id: 'd1', name: 'Domain' }] }];
  const questionnaire = '{{ config.which }}';
  const node = { widget: 'risk-matrix', name: 'matrix', questionnaire, rows, columns, when: '{{ !isEmpty(config.which) }}' };
  const text = { widget: 'text', text: "{{ join(pluck(matrix.choices, 'label'), ' ') }}" };
  const localized = JSON.parse(JSON.stringify(survey), (key, value) =>
    ['title', 'label', 'text'].includes(key) && typeof value === 'string' ? { en: value, 'zh-Hans': value, 'zh-Hant': value } : value,
  );
  const { container } = made.show({
    ...pageOf([node, text]),
    questionnaires: { exam: riskExam, survey: { ...localized, columns: survey.columns } },
  });
  expect(container.querySelector('[role=grid]')).toBeNull();
  act(() => Object.assign(config, { which: 'survey' }));
  await waitFor(() => expect(container.querySelector('[role=grid]')?.getAttribute('aria-label')).toBe('Survey'));
  expect(container.textContent).toContain('open Yes No');
  act(() => Object.assign(config, { which: 'lost' }));
  await waitFor(() => expect(container.textContent).toContain('there is no questionnaire "lost"'));
});

it('[RISK-08] the explanation shows on focus and goes with Escape', async () => {
  const { grid, container } = await showMatrix(4, 2);
  act(() => grid.focus());
  await waitFor(() => expect(container.querySelector('[role=tooltip]:not([hidden])')?.textContent).toContain('What is meant by 0'));
  const help = container.querySelector<HTMLElement>('[role=tooltip]');
  expect(help?.style.width).toBe('500px');
  expect(help?.textContent).toContain('often');
  fireEvent.keyDown(grid, { key: 'Escape' });
  expect(help?.hidden).toBe(true);
});

it('[RISK-08] the names of the rows explain themselves on hover, and say their whole name', async () => {
  const { grid, container } = await showMatrix(4, 2);
  const name = container.querySelectorAll('.tg-matrix-row-head')[2];
  if (!name) throw new Error('There is no third name');
  fireEvent.pointerOver(name, { pointerType: 'mouse' });
  const shown = () => container.querySelector('[role=tooltip]:not([hidden])')?.textContent;
  await waitFor(() => expect(shown()).toContain('What is meant by 2'));
  expect(shown()).toMatch(/^Sub-cause 2/);
  expect(grid.getAttribute('aria-describedby')).toBe(container.querySelector('[role=tooltip]')?.id);
  fireEvent.pointerLeave(grid);
  await waitFor(() => expect(shown()).toBeUndefined());
});

it('what a paste did is there to be seen', async () => {
  const { grid, container } = await showMatrix(4, 2);
  const status = container.querySelector('.tg-matrix-frame [role=status]');
  expect(status?.classList.contains('tg-hidden')).toBe(true);
  paste(grid, '1\tx\n2\t3');
  await waitFor(() => expect(status?.textContent).toBe('3 cells changed by the paste, not understood: 1'));
  expect(status?.classList.contains('tg-hidden')).toBe(false);
});

it('a paste tells how much of it found no place', async () => {
  const { grid, container } = await showMatrix(2, 2);
  const status = container.querySelector('.tg-matrix-frame [role=status]');
  paste(grid, '1\t2\t3\n1\t2\n1\n2');
  await waitFor(() => expect(status?.textContent).toBe('4 cells changed by the paste; 2 rows found no place; 1 column found no place'));
});

it('columns are as wide as choices that are words', () => {
  const width = (text: string) => columnWidth({ ...survey, choices: survey.choices.map((choice) => ({ ...choice, text })) });
  expect([width('Y'), width('10'), width('No'), width('Sometimes'), width('有时候')]).toEqual([96, 96, 96, 166, 118]);
});

it('columns are as wide as the words of their heads, so that none is broken that need not be', () => {
  const width = (...heads: string[]) => sizesIn(900, [...heads, ...Array(30).fill('')], survey).column;
  expect(width('Storage', '境外子公司及其合营企业')).toBe(96);
  expect(width('Foreign subsidiaries')).toBe(121);
  expect(width('Import/export-regulations')).toBe(112);
  expect(width('Donaudampfschifffahrtsgesellschaft')).toBe(136);
});

it('what a few columns leave goes to the names of the rows', () => {
  const { levels, frozen, column } = sizesIn(1400, ['A', 'B'], survey);
  expect({ width: frozen + 2 * column, column }).toEqual({ width: 1400, column: 180 });
  const full = sizesIn(1400, Array(40).fill('A'), survey);
  expect([...full.levels.slice(0, -1)]).toEqual(levels.slice(0, -1));
  expect(full.levels.at(-1)).toBeLessThan(levels.at(-1) ?? 0);
});

it('prints everything, with heads and groups', async () => {
  const { container } = await showMatrix(100, 30);
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  const table = container.querySelector('.tg-matrix-print');
  expect(table?.querySelectorAll('td')).toHaveLength(3000);
  expect(table?.querySelector('tbody th')?.getAttribute('rowspan')).toBe('6');
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(container.querySelector('.tg-matrix-print')).toBeNull();
});
