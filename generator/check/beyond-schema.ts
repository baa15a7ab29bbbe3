import { isDeepStrictEqual } from 'node:util';
import { type QuestionnaireDocument, questionnaireFaults } from '../../src/core/matrix/document.ts';
import { grownFaults } from '../../src/core/menu/grown.ts';
import { type NoticeDocument, noticeFaults } from '../../src/core/notice.ts';
import { type RecogniserDocument, recogniserFaults } from '../../src/core/recognise/document.ts';
import type { RegisterDocument } from '../../src/core/register/document.ts';
import { acyclicFaults, choosableFaults, figureFaults, makingFaults, referredFaults } from '../../src/core/register/fault-others.ts';
import { registerFaults } from '../../src/core/register/faults.ts';
import { followedFaults } from '../../src/core/register/followed.ts';
import { viewsOf } from '../../src/core/register/reading.ts';
import type { StatementDocument } from '../../src/core/statement/document.ts';
import { statementFaults } from '../../src/core/statement/faults.ts';
import { didYouMean } from '../../src/core/suggest.ts';
import type { AppDocument } from '../../src/core/types.ts';
import { isObject, textAt, valueAt } from '../json.ts';
import type { Document } from '../read/documents.ts';
import type { Source } from '../read/source.ts';
import { type Finding, finding } from './findings.ts';
import { isOverlaid } from './overlaid.ts';
import type { Project } from './project.ts';
import { registerAmong } from './register-named.ts';
import { comparedStates } from './register-states.ts';

/** What the meta-schema of its kind cannot say about a document that keeps to it. */
export function beyondSchema(project: Project, read: Document): Finding[] {
  const { kind, source, replaces } = read;
  switch (kind) {
    case 'questionnaire':
      return contradictions(source);
    case 'statement':
      return statementFindings(source);
    case 'app':
      return grownFindings(source);
    case 'recogniser':
      return recogniserFindings(source);
    case 'register':
      return registerFindings(project, read);
    case 'notice':
      return [...noticeFindings(project, source), ...sentFindings(source, replaces)];
    default:
      return [];
  }
}

function contradictions(source: Source): Finding[] {
  const faults = questionnaireFaults(source.value as unknown as QuestionnaireDocument);
  return faults.map(({ pointer, message }) => finding(source, pointer, { code: 'QUESTIONNAIRE', message }));
}

function statementFindings(source: Source): Finding[] {
  const faults = statementFaults(source.value as unknown as StatementDocument);
  return faults.map(({ pointer, ...report }) => finding(source, pointer, report));
}

function recogniserFindings(source: Source): Finding[] {
  const faults = recogniserFaults(source.value as unknown as RecogniserDocument);
  return faults.map(({ pointer, message }) => finding(source, pointer, { code: 'RECOGNISER', message }));
}

function grownFindings(source: Source): Finding[] {
  const { grownMenus = [] } = source.value as unknown as Pick<AppDocument, 'grownMenus'>;
  return grownMenus.flatMap((grown, index) =>
    grownFaults(grown).map(({ pointer, message }) => finding(source, `/grownMenus/${index}${pointer}`, { code: 'GROWN_MENU', message })),
  );
}

/** What a register says of others is found in the documents made of it, but for other registers. */
function registerFindings(project: Project, read: Document): Finding[] {
  const { id, source } = read;
  const document = source.value as unknown as RegisterDocument;
  const known = project.ids('register');
  const named = [
    ...document.fields.flatMap(({ register, over }, index) => [
      { name: register, pointer: `/fields/${index}/register` },
      { name: over?.register, pointer: `/fields/${index}/over/register` },
    ]),
    ...(document.moves ?? []).map(({ makes }, index) => ({ name: makes?.register, pointer: `/moves/${index}/makes/register` })),
  ];
  const strangers = named.flatMap(({ name, pointer }) => {
    if (name === undefined || known.includes(name)) return [];
    const hint = didYouMean(name, known);
    return [{ pointer, message: `there is no register "${name}"`, ...(hint !== undefined && { hint }) }];
  });
  const taken = viewsOf(document).flatMap(({ name }, index) =>
    document.views && known.includes(`${id}/${name}`)
      ? [{ pointer: `/views/${index}`, message: `the page "registers/${id}/${name}" is that of a register: give the view another name` }]
      : [],
  );
  const { prefix } = document.code;
  const namesake = known.find((other) => other !== id && registerAmong(project.documents, other)?.code?.prefix === prefix);
  const numbered =
    namesake === undefined
      ? []
      : [
          {
            ...{ pointer: '/code/prefix', severity: 'warning' as const, hint: 'choose another prefix' },
            message: `numbers of the register "${namesake}" begin with "${prefix}", too: people cannot tell one from the other`,
          },
        ];
  const types = document.noticeType === undefined ? [] : noticeTypeFaults(project, '/noticeType', document.noticeType);
  const find = (other: string) => registerAmong(project.documents, other);
  const isOther = (other: string) => isOverlaid(project.documents.find('register', other), read);
  const followed = followedFaults(id, document, (other) => find(other)?.fields);
  const faults = [
    ...registerFaults(document),
    ...strangers,
    ...taken,
    ...referredFaults(document, find, isOther),
    ...figureFaults(id, document, find),
    ...makingFaults(id, document, find),
    ...acyclicFaults(id, document),
    ...choosableFaults(document, find, isOther),
    ...followed,
    ...numbered,
    ...types,
  ];
  return [
    ...faults.map(({ pointer, ...fault }) => finding(source, pointer, { code: 'REGISTER', ...fault })),
    ...comparedStates(document, source, find),
  ];
}

function noticeFindings(project: Project, source: Source): Finding[] {
  const document = source.value as unknown as NoticeDocument;
  const faults = [...noticeFaults(document), ...noticeTypeFaults(project, '/type', document.type)];
  return faults.map(({ pointer, message }) => finding(source, pointer, { code: 'NOTICE', message }));
}

/** What senders give and decide is fixed with the code that sends: an overlay of a notice words it, and no more. */
const decided = ['type', 'topic', 'mail', 'level', 'link', 'parameters'] as const;
function sentFindings(source: Source, shipped: Source | undefined): Finding[] {
  if (!shipped || !isObject(shipped.value) || !isObject(source.value)) return [];
  const [own, theirs] = [source.value, shipped.value];
  return decided.flatMap((word) => {
    if (isDeepStrictEqual(own[word], theirs[word])) return [];
    const expected = theirs[word] === undefined ? 'leave it out' : `it is ${JSON.stringify(theirs[word])}`;
    const message = `an overlay words a notice of the product, and leaves its "${word}" as it is`;
    return [finding(source, own[word] === undefined ? '' : `/${word}`, { code: 'NOTICE', message, hint: expected })];
  });
}

function noticeTypeFaults(project: Project, pointer: string, type: string): { pointer: string; message: string }[] {
  const dictionary = project.documents.of('dictionary').find(({ source }) => textAt(source.value, 'type') === 'notice-type');
  const entries = valueAt(dictionary?.source.value, '/entries');
  const types = Array.isArray(entries) ? entries.map((entry) => textAt(entry, 'value') ?? '') : [];
  if (types.includes(type)) return [];
  const message = `the dictionary notice-type has no entry "${type}"`;
  const hint = didYouMean(type, types);
  return [{ pointer, message: hint === undefined ? message : `${message}; ${hint}` }];
}
