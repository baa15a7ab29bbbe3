import { isObject, listAt, objectAt, textAt } from '../../json.ts';
import { keptFor } from '../../read/kept-for.ts';
import { type Held, type Root, roots } from '../../read/roots.ts';
import type { Project } from '../project.ts';
import { type Type, Types } from './types.ts';

const record = (label: string, names: readonly string[], member: (name: string) => Type | undefined = () => undefined): Type => ({
  ...{ kind: 'record', known: names, label, get: member },
});

/** A name of which no project says more. */
const fixed = (name: string, label: string): Type => {
  const { parts = {}, holds = {} } = roots[name] ?? {};
  return record(label, Object.keys(parts), (part) => typeOfHeld(holds[part], `${label}.${part}`));
};

/** What a data source tells of itself. */
export const sourceStatus = fixed('status', 'the status of a data source');

/** What `onError` reads of a failure. */
export const failure = fixed('error', 'the failure');

/** What a part holds, or each of its entries. What holds its like, such as entries of a menu, is looked into only when it is read. */
function typeOfHeld(held: Held | undefined, label: string): Type | undefined {
  if (!held) return undefined;
  const { parts = {}, holds = {} } = held.like === undefined ? held : { ...roots[held.like] };
  const type = record(held.isList ? `an entry of ${label}` : label, Object.keys(parts), (part) =>
    typeOfHeld(holds[part], `${label}.${part}`),
  );
  return held.isList ? { kind: 'list', of: type, label } : type;
}

/** Names only some places offer, which know them better. */
const ofPlaces: readonly string[] = ['error', 'status'];

/** What the names of the dialect hold that every page and layout can read. */
export const rootTypes = keptFor(
  (project: Project): ReadonlyMap<string, Type> =>
    new Map(Object.entries(roots).flatMap(([name, root]) => entry(name, typeOfRoot(name, root, project)))),
);

function entry(name: string, type: Type | undefined): [string, Type][] {
  return type && !ofPlaces.includes(name) ? [[name, type]] : [];
}

function typeOfRoot(name: string, root: Root, project: Project): Type | undefined {
  const { parts, answer, oneOf } = root;
  if (oneOf)
    return {
      kind: 'schema',
      schema: { type: 'string', enum: oneOf === 'languages' ? languagesOf(project) : oneOf },
      path: '',
      label: name,
      // Documents may ask for a language that a change of the app document takes out.
      ...(oneOf === 'languages' && { isOpen: true }),
    };
  const answered = answer && typeOfAnswer(answer, name, project);
  if (answered) return answered;
  return parts && record(name, Object.keys(parts), (part) => typeOfPart(name, part, root, project));
}

function typeOfPart(name: string, part: string, { answered = {}, named = {}, holds = {} }: Root, project: Project): Type | undefined {
  const label = `${name}.${part}`;
  const by = named[part];
  // A change of the app document may take one out.
  if (by)
    return {
      ...record(label, Object.keys(objectAt(appOf(project), by.word)), (one) => typeOfHeld(by, `${label}.${one}`)),
      isOpen: true,
    };
  const of = answered[part];
  return of ? typeOfAnswer(of, label, project) : typeOfHeld(holds[part], label);
}

/** Another back end may tell more of a person, a session or a site than the contract promises. */
function typeOfAnswer({ role, member }: NonNullable<Root['answer']>, label: string, project: Project): Type | undefined {
  const whole = project.answerOf(textAt(objectAt(appOf(project), 'calls'), role) ?? '');
  if (!whole || member === undefined) return whole && { ...whole, label, isOpen: true };
  const found = new Types(project).member(whole, member);
  return 'found' in found && found.found ? { ...found.found, label, isOpen: true } : undefined;
}

function appOf({ documents }: Project): unknown {
  return documents.of('app')[0]?.source.value;
}

function languagesOf(project: Project): string[] {
  return listAt(appOf(project), 'languages').flatMap((language) => (isObject(language) ? [String(language.code)] : []));
}
