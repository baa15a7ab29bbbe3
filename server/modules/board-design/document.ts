import type { BoardCard, BoardFilter } from '../../../src/generated/calls.ts';
import type { WordedContext } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import { contentOf } from './boards.ts';
import { hiddenCards, tablesSeen } from './cards.ts';
import { filterOf } from './export.ts';

/** A board as a page document for the folder `board`, as text. Cards the caller may not see are left out and counted. @throws ApiError NOT_FOUND */
export async function documentOf(context: WordedContext, id: string): Promise<{ text: string; left: number }> {
  const { name, description, cards, filters } = await contentOf(context, id);
  const seen = hiddenCards(cards, await tablesSeen(context.db, signedIn(context), cards));
  const shown = seen.filter(({ kind }) => kind !== 'hidden');
  return { text: `${JSON.stringify(pageOf({ name, description, cards: shown, filters }), null, 2)}\n`, left: seen.length - shown.length };
}

interface Board {
  name: string;
  description: string | null;
  cards: readonly BoardCard[];
  filters: readonly BoardFilter[];
}

/** The nodes a configurator would write: a grid of twelve columns, each card a section with the page of all charts, the filters fixed in their questions. */
function pageOf({ name, description, cards, filters }: Board): Record<string, unknown> {
  return {
    $schema: '../../meta/page.schema.json',
    version: 1,
    title: wording(name),
    access: { permission: ['data:exploration:list', 'report:cockpit:view', 'report:screen:view', 'report:board:list'] },
    ...(description && { description }),
    body: [
      {
        widget: 'grid',
        columns: 12,
        align: 'start',
        spans: cards.map(({ width }) => width),
        body: cards.map((card) => nodeOf(card, filters)),
      },
    ],
  };
}

function nodeOf({ kind, title = '', text = '', chart }: BoardCard, filters: readonly BoardFilter[]): Record<string, unknown> {
  if (kind === 'heading') return { widget: 'text', element: 'h2', text: wording(title) };
  if (kind === 'text')
    return { widget: 'section', ...(title && { title: wording(title) }), body: [{ widget: 'text', text: wording(text) }] };
  const asked = { ...chart, title, filters: [...(chart?.filters ?? []), ...filters.map(filterOf)] };
  return {
    widget: 'section',
    title: wording(title),
    body: [{ widget: 'part', page: 'data/chart', with: { chart: plain(JSON.stringify(asked)) } }],
  };
}

/** The same in every language, and never an expression: braces that would open one are written apart. */
function wording(text: string): Record<string, string> {
  const safe = text.replaceAll(/\{(?=\{)/g, '{ ');
  return { en: safe, 'zh-Hans': safe, 'zh-Hant': safe };
}

/** JSON that is no expression: two braces in a row stand in texts only, where one can be written by its number. */
function plain(json: string): string {
  return json.replaceAll('{{', '{\\u007b');
}
