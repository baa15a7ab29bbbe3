import { functionGroups } from '../../functions/index.ts';
import { isObject, type JsonSchema, objectAt, textAt, textsAt, valueAt } from '../../json.ts';
import type { Call } from '../../read/calls.ts';
import type { Documents } from '../../read/documents.ts';
import { createResolver, inlineReferences, type Resolve } from '../../read/references.ts';
import { stepKeys } from '../discriminate.ts';
import { answerRows, bodyRows } from './answers.ts';
import { code, page, table } from './markdown.ts';
import { typeWords } from './type-words.ts';

/** docs/reference/steps.md, from the meta-schema of steps. */
export function stepsPage(common: JsonSchema): string {
  const branches = valueAt(common, '/definitions/step/anyOf');
  const definitions = (Array.isArray(branches) ? branches : []).map((branch) => valueAt(common, String(objectOf(branch).$ref).slice(1)));
  const blocks = stepKeys(common).map((key, index) => {
    const step = definitions[index];
    const required = textsAt(step, 'required');
    const rows = Object.entries(objectAt(step, 'properties')).map(([name, part]) => [
      code(name),
      typeOfPart(part),
      required.includes(name) ? 'yes' : '',
      textAt(part, 'description') ?? inherited(part, common),
    ]);
    return `## ${key}\n\n${table(['key', 'type', 'required', 'description'], rows)}`;
  });
  const introduction =
    'An action is a list of steps, run one after the other. A failing step stops the list and shows its message unless the block says `onError`; `finally` runs in every case.';
  return page('Steps of actions', introduction, blocks);
}

function objectOf(value: unknown): JsonSchema {
  return isObject(value) ? value : {};
}

function typeOfPart(part: unknown): string {
  return typeWords(objectOf(part), typeOfPart);
}

function inherited(part: unknown, common: JsonSchema): string {
  const reference = objectOf(part).$ref;
  return typeof reference === 'string' ? (textAt(valueAt(common, reference.slice(1)), 'description') ?? '') : '';
}

/** docs/reference/functions.md */
export function functionsPage(): string {
  const blocks = Object.entries(functionGroups).map(([group, functions]) => {
    const rows = Object.values(functions).map(({ use, does, example }) => [
      code(use),
      does,
      example ? `${code(example.expression)} gives ${code(JSON.stringify(example.result))}` : '',
    ]);
    return `## ${group}\n\n${table(['function', 'does', 'example'], rows)}`;
  });
  const introduction = 'Functions expressions can call. Missing values never fail: they count as empty text, list or object.';
  return page('Functions', introduction, blocks);
}

/** docs/reference/calls.md */
export function callsPage(documents: Documents, calls: Call[]): string {
  const resolve = createResolver(documents);
  const blocks = documents.of('service').map((service) => {
    const own = calls.filter((call) => call.service === service.id);
    const head = [`## ${service.id}`, textAt(service.source.value, 'title') ?? '', textAt(service.source.value, 'description') ?? ''];
    return [
      ...head.filter(Boolean),
      ...own.map((call) => callBlock(call, resolve, bodyRows(call, documents, resolve), answerRows(call, documents, resolve))),
    ].join('\n\n');
  });
  const introduction =
    'Calls of the service contracts. With the standard envelope an answer is `{"code": "000000", "msg": "success", "data": ...}`; `/api/docs` shows the full schemas. Fields of an answer are those of `data`; `list[].name` is the `name` of each entry of `list`, in bodies too.';
  return page('Calls', introduction, blocks);
}

function callBlock(call: Call, resolve: Resolve, body: string[][], answer: string[][]): string {
  const { contract } = call;
  const written = (schema: unknown) => inlineReferences(schema, call.document.source.path, resolve);
  const access = isObject(contract.access) ? `permission ${[contract.access.permission].flat().join(' or ')}` : contract.access;
  const facts = [
    `Access: ${access}.`,
    contract.envelope === 'standard' ? '' : `Envelope: ${contract.envelope}.`,
    contract.bodyType === 'json' || (call.body === undefined && contract.bodyType !== 'bytes') ? '' : `Body: ${contract.bodyType}.`,
    contract.auth === 'bearer' ? '' : `Identification: ${contract.auth}.`,
    call.contract.localized ? 'Worded in the language of `Accept-Language`.' : '',
    call.rateLimit ? `At most ${call.rateLimit.max} in ${call.rateLimit.seconds} s.` : '',
    call.sender === undefined ? '' : `A body of more than 64 KiB is read once ${code(call.sender)} counts.`,
    call.errors.length > 0 ? `Errors: ${call.errors.map(code).join(', ')}.` : '',
    call.requirements.length > 0 ? `Requirements: ${call.requirements.join(', ')}.` : '',
  ];
  const rows = [
    ...parameterRows('path', written(call.params)),
    ...parameterRows('query', written(call.query)),
    ...body.map(([path = '', ...words]) => [path, 'body', ...words]),
  ];
  return [
    `### ${contract.id}`,
    `${code(`${contract.method} ${contract.path}`)}: ${call.summary}`,
    facts.filter(Boolean).join(' '),
    table(['parameter', 'in', 'type', 'required', 'description'], rows),
    table(['answer', 'type', 'always', 'description'], contract.envelope === 'file' || contract.envelope === 'redirect' ? [] : answer),
  ]
    .filter((block) => block !== '')
    .join('\n\n');
}

function parameterRows(place: string, schema: unknown): string[][] {
  const required = textsAt(schema, 'required');
  return Object.entries(objectAt(schema, 'properties')).map(([name, part]) => [
    code(name),
    place,
    typeOfPart(part),
    required.includes(name) ? 'yes' : '',
    textAt(part, 'description') ?? '',
  ]);
}
