import { formatDay } from '../../../src/core/statement/index.ts';
import type { WordedContext } from '../../context.ts';
import type { FileAnswer } from '../../contracts.ts';
import { languageOf } from '../../language.ts';
import { wordsOf } from '../../reader.ts';
import { receiptOf } from '../risk/submit.ts';
import { type Cell, type Sheet, workbook } from '../spreadsheets/workbook.ts';
import { readFigures } from './figures.ts';
import { type Asked, figureReader } from './models.ts';

type Word = (key: string) => string;

/** A paper as a workbook (API-85): what it is, its amounts, its statistics. Amounts are numbers with all their digits. */
export async function exportFigures(context: WordedContext, { paper, model }: Asked): Promise<FileAnswer> {
  const { documents } = context.services;
  const language = languageOf(context);
  const word: Word = (key) => documents.text(language, `finance.${key}`) ?? key;
  const say = wordsOf(context);
  const { answers } = await readFigures(context.db, paper.id, undefined);
  const figure = figureReader(answers);
  const { totals, indicators } = model.compute(figure);
  const { period, title, unit, statistics } = model.statement;
  const day = (which: 'start' | 'end'): string => formatDay(figure(period.field, which) ?? '');
  const receipt = await receiptOf(context.db, paper);
  const sheets: Sheet[] = [
    {
      name: word('exportPaper'),
      columns: [
        { title: word('exportName'), width: 24 },
        { title: word('exportValue'), width: 40 },
      ],
      rows: [
        [word('project'), paper.projectName],
        [word('person'), (paper.sendType === 0 ? paper.innerUserName : paper.outUserName) ?? ''],
        [word('company'), paper.sendCompany ?? ''],
        [word('department'), paper.sendDepartment ?? ''],
        [say(period.start), day('start')],
        [say(period.end), day('end')],
        [word('exportUnit'), say(unit)],
        [word('exportDeadline'), paper.endTime],
        [word('exportState'), word(stateOf(paper))],
        [word('exportReceipt'), receipt?.number ?? ''],
      ],
    },
    {
      name: say(title),
      columns: [
        { title: word('exportTable'), width: 22 },
        { title: word('exportField'), width: 40 },
        { title: say(period.end), width: 22 },
        { title: say(period.start), width: 22 },
      ],
      rows: model.rows.map(({ table, field, periods }) => {
        const value = (which: 'start' | 'end'): Cell => {
          if (!periods.includes(which)) return '';
          return cellOf(field.total === undefined ? figure(field.name, which) : (totals.get(`${which}.${field.name}`) ?? null));
        };
        return [say(table.label), say(field.label), value('end'), value('start')];
      }),
    },
    {
      name: say(statistics.title),
      columns: ['exportModule', 'exportIndicator', 'exportDefinition', 'exportValue', 'exportUnit'].map((key, index) => ({
        title: word(key),
        width: [18, 28, 60, 18, 10][index] ?? 18,
      })),
      rows: model.indicators.map(({ module, indicator }) => [
        say(module.label),
        say(indicator.label),
        say(indicator.definition),
        cellOf(indicators.get(indicator.name) ?? null),
        say(indicator.unit),
      ]),
    },
  ];
  return workbook(`${paper.projectName} ${word('title')}`, sheets);
}

function stateOf(paper: Asked['paper']): string {
  if (paper.state !== 0) return 'exportSubmitted';
  return paper.expired ? 'exportLate' : 'exportOpen';
}

/** A dash stands for what cannot be computed (FIN-06). */
function cellOf(value: string | null): Cell {
  return value === null ? '\u2013' : { decimal: value };
}
