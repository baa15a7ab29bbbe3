import { act, fireEvent } from '@testing-library/react';
import type { Mock } from 'vitest';
import type { NodeDocument, Questionnaire } from '../../../../src/core/index.ts';
import { criteria, domains, riskExam } from '../../../core/matrix/support.ts';
import { pageOf, settled, type WorldOptions, world } from '../../world.tsx';

export interface MatrixWorld {
  grid: HTMLElement;
  container: HTMLElement;
  feedback: Record<'message', Mock>;
  /** The cell in sight at a row and a column, both from 0. */
  cell: (row: number, column: number) => HTMLElement;
  /** Text of a cell without its editor. */
  text: (row: number, column: number) => string;
  press: (key: string, options?: { shift?: boolean; ctrl?: boolean }) => void;
  active: () => string | null;
}

export async function showMatrix(
  rows: number,
  columns: number,
  more: Partial<NodeDocument> = {},
  body: NodeDocument[] = [],
  questionnaire: Questionnaire = riskExam,
  options: WorldOptions = {},
): Promise<MatrixWorld> {
  const made = await world(options);
  const node: NodeDocument = {
    widget: 'risk-matrix',
    name: 'matrix',
    questionnaire: 'exam',
    rows: criteria(rows),
    columns: domains(columns),
    height: 600,
    ...more,
  };
  const { container } = made.show({ ...pageOf([node, ...body]), questionnaires: { exam: questionnaire } });
  await settled();
  const grid = container.querySelector<HTMLElement>('[role=grid]');
  if (!grid) throw new Error(container.textContent ?? 'There is no grid');
  const levels = questionnaire.rows.levels.length;
  const lines = (questionnaire.columns.groups?.length ?? 0) + 1;
  const cell = (row: number, column: number): HTMLElement => {
    const selector = `[aria-rowindex="${row + lines + 1}"] > [role=gridcell][aria-colindex="${column + levels + 1}"]`;
    const found = container.querySelector<HTMLElement>(selector);
    if (!found) throw new Error(`The cell ${row}, ${column} is not in sight`);
    return found;
  };
  return {
    grid,
    container,
    feedback: made.engine.feedback as unknown as MatrixWorld['feedback'],
    cell,
    text: (row, column) => cell(row, column).firstChild?.textContent ?? '',
    press: (key, { shift = false, ctrl = false } = {}) =>
      act(() => {
        fireEvent.keyDown(grid, { key, shiftKey: shift, ctrlKey: ctrl });
      }),
    active: () => document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')?.getAttribute('aria-label') ?? null,
  };
}

export function paste(grid: HTMLElement, text: string): void {
  act(() => {
    fireEvent.paste(grid, { clipboardData: { getData: () => text } });
  });
}
