import { observable } from '@formily/reactive';
import questionnaire from '../../../../../schemas/questionnaires/risk-exam.questionnaire.json';
import type { PageDocument, QuestionnaireDocument } from '../../../../../src/core/index.ts';
import { matrixData, matrixHeight } from '../fixtures/matrix.ts';
import { bundleOf } from '../fixtures/page.ts';
import { painted, until } from '../support/clock.ts';
import { loadWidgets, renderPage } from '../support/engine.tsx';
import type { Subject } from '../support/subject.ts';
import { measureMatrix } from './measure.ts';

const page: PageDocument = {
  version: 1,
  title: 'bench.title',
  access: 'public',
  body: [
    {
      widget: 'risk-matrix',
      name: 'matrix',
      questionnaire: 'risk-exam',
      rows: '{{ config.rows }}',
      columns: '{{ config.columns }}',
      height: matrixHeight,
    },
    { widget: 'text', text: "{{ 'stands ' + text(pluck(matrix.totals.byDimension, 'value')) }}" },
  ],
};

/** The widget in a page of the engine that stands when its data comes, with the sums beside it in a node of their own. */
const subject: Subject = async (root, argument) => {
  const data = matrixData(String(argument));
  await loadWidgets(['risk-matrix', 'text']);
  const config = observable.shallow<Record<string, unknown>>({ rows: undefined, columns: undefined });
  const bundle = bundleOf(page, { questionnaires: { 'risk-exam': questionnaire as unknown as QuestionnaireDocument } });
  renderPage(root, bundle, { config });
  await until(() => root.textContent?.includes('stands') ?? false, 'the page');
  await painted();
  await painted();
  const find = (selector: string): HTMLElement | undefined => root.querySelector<HTMLElement>(selector) ?? undefined;
  return measureMatrix(
    {
      show: () => {
        config.rows = data.rows;
        config.columns = data.columns;
      },
      scroller: () => {
        const scroller = find('.tg-matrix-scroll');
        if (!scroller) throw new Error('There is no grid');
        return scroller;
      },
      cell: (row, column) => find(`[role=row][aria-rowindex="${row + 3}"] > [aria-colindex="${column + 4}"]`),
      totals: () => find('.tg-text')?.textContent ?? '',
      key: String,
    },
    data,
  );
};

export default subject;
