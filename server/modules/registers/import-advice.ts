import type { RegisterField } from '../../../src/core/register/document.ts';
import { suggest } from '../../../src/core/suggest.ts';
import type { WordedContext } from '../../context.ts';
import type { LabelValue } from '../../database/values.ts';
import { speaker, wordsOfArea } from '../../reader.ts';

/** As many choices are listed; of more the nearest is named. */
const mostListed = 10;
/** Of fewer letters nearly everything is near to everything. */
const fewestCompared = 4;
/** Comparing takes as long as there are choices, for every cell. */
const mostCompared = 300;

/** What is the matter with a cell: the key of the text that says so, and what could have been chosen. */
export interface CellFault {
  key: string | undefined;
  text: string;
  among?: readonly LabelValue[] | undefined;
}

const ofKind: Readonly<Record<string, string>> = {
  'engine.required': 'register.adviceMissing',
  'register.noDay': 'register.adviceDay',
  'register.noNumber': 'register.adviceNumber',
  'register.tooFine': 'register.adviceFine',
  'register.tooLong': 'register.adviceTooLong',
  'register.tooMany': 'register.adviceTooMany',
  'error.DUPLICATE': 'register.adviceExists',
};
const ofType: Partial<Record<RegisterField['type'], string>> = {
  user: 'register.helpUser',
  department: 'register.helpDepartment',
  record: 'register.helpRecord',
};

/** Says what to do about a cell that was not taken, in the language of the reader; nothing where the fault says it all. */
export function adviser(context: WordedContext): (field: RegisterField | undefined, fault: CellFault) => string {
  const fill = wordsOfArea(context, (key) => key);
  const say = speaker(context);
  return (field, { key = '', text, among = [] }) => {
    if (key === 'register.noNumber' && field?.type === 'integer') return fill('register.adviceInteger');
    if (key !== 'register.noChoice') return ofKind[key] === undefined ? '' : fill(ofKind[key]);
    const labels = among.slice(0, mostCompared + 1).map(say);
    if (labels.length > 0 && labels.length <= mostListed) return fill('register.adviceChoices', { choices: labels.join(' · ') });
    const near = labels.length > mostCompared || [...text].length < fewestCompared ? undefined : suggest(text, labels);
    if (near !== undefined) return fill('register.adviceNearest', { name: near });
    return fill(ofType[field?.type ?? 'text'] ?? 'register.adviceChoice');
  };
}
