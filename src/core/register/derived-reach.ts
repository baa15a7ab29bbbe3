import { type Part, quoted, spoken } from './derived-words.ts';
import { madeBy, type RegisterDocument, type RegisterReach } from './document.ts';

/** For whoever sees only some records: by what they are theirs. */
export function reachNotes(document: RegisterDocument): Part[] {
  const { reach = [] } = document;
  if (reach.length === 0) return [];
  const held = reach.map((one) => `can(${quoted(one.permission)}) ? [${ways(document, one)}] : []`);
  const said = `t('register.reachedBy', {ways: ${joined(`flat([${held.join(', ')}])`, ' / ')}})`;
  return [{ widget: 'alert', level: 'info', when: `{{ ${isLimited(document)} }}`, text: `{{ ${said} }}` }];
}

/** What stands in a list without records: to whoever sees only some, that none is theirs. */
export function emptyText(document: RegisterDocument): string {
  return document.reach === undefined ? 'register.none' : `{{ ${isLimited(document)} ? t('register.noneOfYours') : t('register.none') }}`;
}

const isLimited = ({ permissions }: RegisterDocument): string => `!can(${quoted(permissions.list)})`;

function ways({ fields, states = [] }: RegisterDocument, { by, departments, states: within }: RegisterReach): string {
  const named = by.flatMap((name) => {
    if (name === madeBy) return ["t('register.createdBy')"];
    const field = fields.find((one) => one.name === name);
    if (!field) return [];
    const isWide = field.type === 'department' && departments !== 'own';
    return [isWide ? `t('register.reachedBelow', {name: ${spoken(field.label)}})` : spoken(field.label)];
  });
  const list = joined(`[${named.join(', ')}]`, ' / ');
  if (within === undefined) return list;
  const labels = states.flatMap(({ name, label }) => (within.includes(name) ? [spoken(label)] : []));
  return `t('register.reachedIn', {ways: ${list}, states: ${joined(`[${labels.join(', ')}]`, ' / ')}})`;
}

/** A list of texts as one, `list` being an expression. */
const joined = (list: string, by: string): string => `join(${list}, ${quoted(by)})`;
