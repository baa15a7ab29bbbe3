import { type SyntaxNode, startOf } from '../../src/core/expression/parse.ts';
import type { RegisterDocument, RegisterField } from '../../src/core/register/document.ts';
import { expressionsOf } from '../../src/core/register/expressions.ts';
import { viewsOf } from '../../src/core/register/reading.ts';
import { isWritten, objectAt, textAt } from '../json.ts';
import type { Document } from '../read/documents.ts';
import { objectsIn, stringsIn } from '../read/values.ts';
import { atCharacter } from './characters.ts';
import { entriesOf, strangeEntry } from './entries-of.ts';
import { type Finding, finding, type Report } from './findings.ts';
import type { Check, Project } from './project.ts';
import { givenEntries } from './register-calls.ts';
import { registerAmong } from './register-named.ts';
import { comparisonsIn, isNamed, referredBy } from './register-states.ts';
import { callsIn, literalText, memberName, parseTemplate } from './scopes/infer.ts';

/**
 * Values written out that no entry of their dictionary has: `dict('risk-level', '7')`, `values.severity == 'hihg'`, what a view, a move or a computed
 * value says. Warnings only: an administrator may have added the entry in the running system.
 */
export const checkDictionaryEntries: Check = (project) => [
  ...project.documents.all
    .filter(({ isDerived }) => !isDerived)
    .flatMap((document) => [...calledEntries(project, document), ...sentEntries(project, document)]),
  ...project.documents.of('register').flatMap((document) => {
    const register = registerAmong(project.documents, document.id);
    return register ? registerEntries(project, document, register) : [];
  }),
];

/** What is wrong with a value of a dictionary; undefined where it has it, or nobody knows. */
function strange(project: Project, type: string | undefined, value: unknown): Report | undefined {
  const known = type === undefined ? undefined : entriesOf(project.documents, type);
  if (type === undefined || !known || !isWritten(value) || value === '' || known.includes(value)) return undefined;
  return strangeEntry(type, value, known);
}

function calledEntries(project: Project, { source }: Document): Finding[] {
  return stringsIn(source).flatMap(([pointer, text]) => {
    if (!text.includes('{{') || !text.includes('dict(')) return [];
    return callsIn(text).flatMap(({ name, args: [type, value], position }) => {
      const report = name === 'dict' ? strange(project, literalText(type), literalText(value)) : undefined;
      return report ? [atCharacter(source, pointer, position, report)] : [];
    });
  });
}

/** What calls about the records of a register are given, wherever they are made. */
function sentEntries(project: Project, { kind, source }: Document): Finding[] {
  if (kind !== 'page' && kind !== 'layout' && kind !== 'table') return [];
  return objectsIn(source).flatMap(([pointer, holder]) => {
    if (!textAt(holder, 'call')?.startsWith('register.')) return [];
    const body = objectAt(holder, 'body');
    const register = registerAmong(project.documents, textAt(body, 'register') ?? '');
    return (register ? givenEntries(register, body) : []).flatMap(({ type, value, at }) => {
      const report = strange(project, type, value);
      return report ? [finding(source, `${pointer}/body/${at}`, report)] : [];
    });
  });
}

function registerEntries(project: Project, { source }: Document, register: RegisterDocument): Finding[] {
  const told = (pointer: string, type: string | undefined, value: unknown): Finding[] => {
    const report = strange(project, type, value);
    return report ? [finding(source, pointer, report)] : [];
  };
  const fieldOf = (name: string | undefined, of: RegisterDocument = register) => of.fields.find((field) => field.name === name);
  const expressions = expressionsOf(register);
  const compared = expressions.flatMap(({ pointer, text }) =>
    comparisonsIn(text).flatMap(({ literal, sides, offset }) => {
      const type = sides.map((side) => dictionaryOf(side, register, (id) => registerAmong(project.documents, id))).find(Boolean);
      const report = strange(project, type, literalText(literal));
      return report ? [atCharacter(source, pointer, offset + startOf(literal), report)] : [];
    }),
  );
  const views = (register.views ? viewsOf(register) : []).flatMap(({ where = {} }, index) =>
    Object.entries(where).flatMap(([name, value]) =>
      [value].flat().flatMap((one) => told(`/views/${index}/where/${name}`, fieldOf(name)?.dictionary, one)),
    ),
  );
  const given = expressions.flatMap(({ pointer, text, word, field, move }) => {
    const of = word === 'with' ? registerAmong(project.documents, move?.makes?.register ?? '') : register;
    const type = of && fieldOf(field, of)?.dictionary;
    return outcomesOf(text).flatMap((one) => told(pointer, type, one));
  });
  return [...compared, ...views, ...given];
}

/** The dictionary of `values.<field>`, or of `records.<field>.<field>`. */
function dictionaryOf(
  node: SyntaxNode,
  register: RegisterDocument,
  find: (id: string) => RegisterDocument | undefined,
): string | undefined {
  const name = memberName(node);
  if (name === undefined) return undefined;
  const { object } = node;
  const of = (document: RegisterDocument | undefined): RegisterField | undefined => document?.fields.find((field) => field.name === name);
  if (isNamed(object, 'values')) return of(register)?.dictionary;
  const other = register.fields.find((field) => field.name === referredBy(object as SyntaxNode))?.register;
  return other === undefined ? undefined : of(find(other))?.dictionary;
}

/** The texts an expression can come to, as far as they are written out; the value itself where it is none. */
function outcomesOf(value: unknown): unknown[] {
  if (typeof value !== 'string' || !value.includes('{{')) return [value];
  const trees = parseTemplate(value);
  const [tree] = trees;
  return tree && trees.length === 1 && /^\s*\{\{.*\}\}\s*$/s.test(value) ? literalsOf(tree.node) : [];
}

function literalsOf(node: SyntaxNode | undefined): string[] {
  if (!node) return [];
  const own = literalText(node);
  if (own !== undefined) return [own];
  const of = (word: string) => literalsOf(node[word] as SyntaxNode | undefined);
  if (node.type === 'ConditionalExpression') return [...of('consequent'), ...of('alternate')];
  if (node.type === 'BinaryExpression') return node.operator === '??' || node.operator === '||' ? [...of('left'), ...of('right')] : [];
  if (node.type !== 'CallExpression' || (node.callee as SyntaxNode).name !== 'band') return [];
  const [, , results] = node.arguments as (SyntaxNode | undefined)[];
  return results?.type === 'ArrayExpression' ? (results.elements as SyntaxNode[]).flatMap(literalsOf) : [];
}
