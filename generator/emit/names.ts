import { placeOfTexts } from '../../src/core/documents.ts';
import { byText, isObject, type JsonSchema, objectAt, sortedEntries } from '../json.ts';
import type { Call } from '../read/calls.ts';
import type { DocumentKind, Documents } from '../read/documents.ts';
import type { Widget } from '../read/widgets.ts';
import { generatedNote } from './output.ts';

const kinds: DocumentKind[] = ['form', 'table', 'rule', 'page', 'layout', 'theme', 'questionnaire', 'statement'];

/**
 * schemas/meta/generated/names.schema.json: what exists, so that editors complete it. Any string passes: `check` reports
 * unknown names, with a "did you mean".
 */
export function emitNames(documents: Documents, widgets: Widget[], calls: Call[]): JsonSchema {
  const definitions: Record<string, JsonSchema> = {};
  for (const kind of kinds) {
    definitions[kind] = oneOf(
      `A document of schemas/${kind}s.`,
      documents.of(kind).map((document) => document.id),
    );
  }
  definitions.call = oneOf(
    'A call of a service contract.',
    calls.map((call) => call.contract.id),
  );
  definitions.dictionary = oneOf('A dictionary type.', dictionaryTypes(documents));
  definitions.text = oneOf('A text key or an expression.', textKeys(documents));
  definitions.widget = oneOf(
    'A widget.',
    widgets.map((widget) => widget.key),
  );
  return namesWith(definitions);
}

/** The same definitions without the names: what validators check does not change with every document. */
export function openNames(): JsonSchema {
  const definitions = [...kinds, 'call', 'dictionary', 'text', 'widget'];
  return namesWith(Object.fromEntries(definitions.map((name) => [name, { type: 'string' }])));
}

function namesWith(definitions: Record<string, JsonSchema>): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'generated/names.schema.json',
    $comment: generatedNote,
    title: 'Names',
    definitions: Object.fromEntries(sortedEntries(definitions)),
  };
}

export function dictionaryTypes(documents: Documents): string[] {
  return documents
    .of('dictionary')
    .map((document) => (isObject(document.source.value) ? document.source.value.type : undefined))
    .filter((type) => typeof type === 'string');
}

/** Keys of every text of every language: <area>.<key>. */
function textKeys(documents: Documents): string[] {
  return documents.of('locale').flatMap((document) => {
    const { area } = placeOfTexts(document.id, document.source.value);
    return Object.keys(objectAt(document.source.value, 'texts')).map((key) => `${area}.${key}`);
  });
}

function oneOf(description: string, values: string[]): JsonSchema {
  const sorted = [...new Set(values)].sort(byText);
  if (sorted.length === 0) return { type: 'string', description };
  return { description, anyOf: [{ enum: sorted }, { type: 'string' }] };
}
