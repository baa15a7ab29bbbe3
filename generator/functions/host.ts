import type { FunctionGroups } from './facts.ts';

/** What the application answers: texts, the signed-in person, time, chance. */
export const hostFunctions: FunctionGroups = {
  'Texts and the signed-in person': {
    t: { gives: 'string', use: 't(key, values?)', does: 'The text of a key in the language of the window, with its placeholders filled.' },
    localized: {
      gives: 'string',
      use: 'localized(value)',
      does: 'The wording for the language of the window, from a text a language or a list [{l, t, d}].',
    },
    dict: { gives: 'string', use: 'dict(type, value)', does: 'Label of a dictionary entry; the value itself while there is none.' },
    dictEntries: { gives: 'array', use: 'dictEntries(type)', does: 'Entries of a dictionary type: [{value, label, tone, status}].' },
    can: { gives: 'boolean', use: 'can(permission)', does: 'Whether the signed-in person holds a permission.' },
    hasRole: { gives: 'boolean', use: 'hasRole(code)', does: 'Whether the signed-in person has a role.' },
    personName: {
      gives: 'string',
      use: 'personName(person)',
      does: "What a person is called: in English by `nameEn` where there is one, else by `name`, else by `username`; '' for nobody. With the word _left_ where it says `hasLeft`.",
    },
    menuName: {
      gives: 'string',
      use: 'menuName(item)',
      does: 'What a menu item or an application is called in the language of the window, of its `nameEn`, `nameHans`, `nameHant` and `name`.',
    },
  },
  Time: {
    formatDate: { gives: 'string', use: 'formatDate(value, pattern?)', does: 'A date as text, by default YYYY-MM-DD HH:mm.' },
    now: { gives: 'number', use: 'now()', does: 'This moment in milliseconds since 1970, as formatDate takes it.' },
    today: {
      gives: 'string',
      use: 'today()',
      does: 'The day it is where the back end counts days (`timeZone` of [login.config](calls.md#loginconfig)), otherwise that of the browser: YYYY-MM-DD.',
    },
    hour: { gives: 'number', use: 'hour()', does: 'The hour of the day, 0 to 23.' },
    addDays: {
      gives: 'string',
      use: 'addDays(day, count)',
      does: 'The day so many days after YYYY-MM-DD, or before with a negative count.',
      example: { expression: "addDays('2026-02-27', 2)", result: '2026-03-01' },
    },
    daysBetween: {
      gives: 'number',
      use: 'daysBetween(from, to)',
      does: 'How many days it is from one day to another: negative when that one is over. Undefined where one is missing.',
      example: { expression: "daysBetween('2026-02-27', '2026-03-01')", result: 2 },
    },
    periodDays: {
      gives: 'object',
      use: 'periodDays(period, today)',
      does: 'First and last day of a relative period as of a day: {span: this, toDate, last or previous; unit: day, week, month, quarter or year; count}. Undefined for what is none. The day is that of the server where it answers with one.',
      example: { expression: "periodDays({span: 'previous', unit: 'month'}, '2026-03-31').to", result: '2026-02-28' },
    },
    periodWords: {
      use: 'periodWords(period)',
      does: 'Key of the words for a relative period: t(periodWords(p), {count: p.count}).',
      example: { expression: "periodWords({span: 'last', unit: 'day', count: 30})", result: 'period.last.day' },
    },
  },
  Chance: {
    uuid: {
      gives: 'string',
      use: 'uuid()',
      does: 'A random UUID, another one each time it is asked: for a step that keeps it with `set`, such as the key of a submit.',
    },
  },
};
