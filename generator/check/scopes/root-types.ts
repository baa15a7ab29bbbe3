import { isObject, listAt, objectAt, textAt } from '../../json.ts';
import { failureParts, type Root, roots, statusParts } from '../../read/roots.ts';
import type { Project } from '../project.ts';
import { type Type, Types } from './types.ts';

const record = (label: string, names: readonly string[], member: (name: string) => Type | undefined = () => undefined): Type => ({
  ...{ kind: 'record', known: names, label, get: member },
});

const sourceError = record('the error of a data source', ['code', 'message', 'details']);

/** What a data source tells of itself. */
export const sourceStatus = record('the status of a data source', Object.keys(statusParts), (name) =>
  name === 'error' ? sourceError : undefined,
);

/** What `onError` reads of a failure. */
export const failure = record('the failure', Object.keys(failureParts));

/** Names only some places offer, which know them better. */
const ofPlaces: readonly string[] = ['error', 'status'];

const known = new WeakMap<Project, ReadonlyMap<string, Type>>();

/** What the names of the dialect hold that every page and layout can read. */
export function rootTypes(project: Project): ReadonlyMap<string, Type> {
  const found =
    known.get(project) ?? new Map(Object.entries(roots).flatMap(([name, root]) => entry(name, typeOfRoot(name, root, project))));
  known.set(project, found);
  return found;
}

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

function typeOfPart(name: string, part: string, { answered = {}, named = {} }: Root, project: Project): Type | undefined {
  const label = `${name}.${part}`;
  const word = named[part];
  // A change of the app document may take one out.
  if (word) return { ...record(label, Object.keys(objectAt(appOf(project), word))), isOpen: true };
  const of = answered[part];
  return of && typeOfAnswer(of, label, project);
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
