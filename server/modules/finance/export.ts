import { formatDay } from '../../../src/core/statement/index.ts';
import type { WordedContext } from '../../context.ts';
import type { FileAnswer } from '../../contracts.ts';
import { languageOf } from '../../language.ts';
import { wordsOf } from '../../reader.ts';
import { namesOf } from '../risk/named-items.ts';
import { receiptOf } from '../risk/submit.ts';
import { type Cell, isTooLong, type Sheet, workbook } from '../spreadsheets/workbook.ts';
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
  const receipt = await receiptOf(context.db, paper);
  const { personName, departmentName } = await namesOf(context, paper);
  const amounts = model.rows.map(({ table, field, periods }): Cell[] => {
    const value = (which: 'start' | 'end'): Cell => {
      if (!periods.includes(which)) return '';
      const amount = field.total === undefined ? figure(field.name, which) : (totals.get(`${which}.${field.name}`) ?? null);
      return amountCell(amount, model.limits.decimals);
    };
    return [say(table.label), say(field.label), value('end'), value('start')];
  });
  const results = model.indicators.map(({ module, indicator }): Cell[] => [
    say(module.label),
    say(indicator.label),
    say(indicator.definition),
    amountCell(indicators.get(indicator.name) ?? null, indicator.decimals),
    say(indicator.unit),
  ]);
  const sheets: Sheet[] = [
    {
      name: word('exportPaper'),
      columns: [
        { title: word('exportName'), width: 24 },
        { title: word('exportValue'), width: 40 },
      ],
      rows: [
        [word('project'), paper.projectName],
        [word('person'), personName],
        [word('company'), paper.sendCompany ?? ''],
        [word('department'), departmentName],
        [say(period.start), dayCell(figure(period.field, 'start'))],
        [say(period.end), dayCell(figure(period.field, 'end'))],
        [word('exportUnit'), say(unit)],
        [word('exportDeadline'), { time: paper.endTime }],
        [word('exportState'), word(stateOf(paper))],
        [word('exportReceipt'), receipt?.number ?? ''],
        ...([...amounts, ...results].flat().some(isTooLong) ? [[word('exportNote'), word('exportLong')]] : []),
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
      rows: amounts,
    },
    {
      name: say(statistics.title),
      columns: ['exportModule', 'exportIndicator', 'exportDefinition', 'exportValue', 'exportUnit'].map((key, index) => ({
        title: word(key),
        width: [18, 28, 60, 18, 10][index] ?? 18,
      })),
      rows: results,
    },
  ];
  return workbook(`${paper.projectName} ${word('title')}`, sheets);
}

function stateOf(paper: Asked['paper']): string {
  if (paper.state !== 0) return 'exportSubmitted';
  return paper.expired ? 'exportLate' : 'exportOpen';
}

/** A dash stands for what cannot be computed (FIN-06). */
export function amountCell(value: string | null, decimals = 2): Cell {
  return value === null ? '\u2013' : { decimal: value, decimals };
}

/** A day as its timestamp, or nothing. */
export function dayCell(value: string | null): Cell {
  const time = formatDay(value ?? '');
  return time === '' ? '' : { time };
}
