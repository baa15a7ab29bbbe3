import { conditionFaults } from '../../src/core/data-graph/index.ts';
import { didYouMean, fieldHint } from '../../src/core/suggest.ts';
import { newAjv } from '../emit/standalone.ts';
import { isObject, isWritten, objectAt, pointerPart, textAt, valueAt } from '../json.ts';
import { keptFor } from '../read/kept-for.ts';
import type { Source } from '../read/source.ts';
import { objectsIn } from '../read/values.ts';
import { pages } from './expressions.ts';
import { type Finding, finding } from './findings.ts';
import { explain } from './meta-validators.ts';
import { type Check, isReadable, type Project } from './project.ts';

/**
 * A `part` is given parameters its page has; JSON it is given as it stands, such as the chart of `data/chart` in a board that was copied as a page document, fits the entity the page declares for that parameter.
 * Findings point into the text, as if it were part of the document.
 */
export const checkPartArguments: Check = (project) => {
  const entities = new Entities(project);
  return pages(project).flatMap((document) => [
    ...declared(document.source, entities),
    ...partsIn(document.source).flatMap(({ pointer, page, given }) => {
      const target = project.documents.of('page').find(({ id }) => id === page);
      const parameters = objectAt(target?.source.value, 'params');
      return Object.entries(given).flatMap(([name, text]) => {
        const at = `${pointer}/with/${pointerPart(name)}`;
        if (target && isReadable(target.source) && !Object.hasOwn(parameters, name)) {
          const report = { code: 'UNKNOWN_NAME', message: `the page "${page}" has no parameter "${name}"`, atKey: true };
          return [finding(document.source, at, { ...report, hint: fieldHint(name, Object.keys(parameters)) })];
        }
        const entity = textAt(parameters[name], 'json');
        if (entity === undefined || !isWritten(text)) return [];
        return entities.check(entity, text, document.source, at);
      });
    }),
  ]);
};

/** Parameters that name an entity name one there is. */
function declared(source: Source, entities: Entities): Finding[] {
  return Object.entries(objectAt(source.value, 'params')).flatMap(([name, declaration]) => {
    const entity = textAt(declaration, 'json');
    if (entity === undefined || entities.names.includes(entity)) return [];
    const report = { code: 'UNKNOWN_ENTITY', message: `there is no entity "${entity}"`, hint: didYouMean(entity, entities.names) };
    return [finding(source, `/params/${pointerPart(name)}/json`, report)];
  });
}

interface Part {
  pointer: string;
  page: string;
  given: Record<string, unknown>;
}

/** Every part of a fixed page, wherever it stands. */
const partsIn = keptFor((source: Source): Part[] =>
  objectsIn(source).flatMap(([pointer, { widget, page, with: given }]) =>
    widget === 'part' && typeof page === 'string' && isObject(given) ? [{ pointer, page, given }] : [],
  ),
);

const base = 'https://targus.example/entities/';

/** The entities as validators, compiled once they are asked for. */
class Entities {
  readonly names: string[];
  private readonly project: Project;
  private compiled: ReturnType<typeof newAjv> | undefined;

  constructor(project: Project) {
    this.project = project;
    this.names = project.documents.of('entity').map(({ id }) => id);
  }

  check(entity: string, text: string, source: Source, pointer: string): Finding[] {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      const hint = error instanceof Error ? error.message : undefined;
      return [finding(source, pointer, { code: 'BAD_OPTION', message: 'the text is no JSON', hint })];
    }
    if (!this.names.includes(entity)) return [];
    const validate = this.validatorOf(entity);
    const wrong = !validate || validate(value) ? [] : explain(validate.errors ?? [], source, pointer, this.project);
    const condition = entity === chart ? valueAt(value, '/condition') : undefined;
    if (condition === undefined || condition === null) return wrong;
    const faults = conditionFaults(condition);
    return [
      ...wrong,
      ...faults.map(({ pointer: at, ...report }) => finding(source, `${pointer}/condition${at}`, { code: 'BAD_OPTION', ...report })),
    ];
  }

  /** Nothing for an entity that does not compile, which is told where it stands. */
  private validatorOf(entity: string): ReturnType<ReturnType<typeof newAjv>['getSchema']> {
    try {
      return this.ajv().getSchema(`${base}${entity}.entity.json#/schema`);
    } catch {
      return undefined;
    }
  }

  private ajv() {
    if (this.compiled) return this.compiled;
    const ajv = newAjv({ verbose: true, strict: false });
    for (const { id, source } of this.project.documents.of('entity'))
      if (isObject(source.value)) ajv.addSchema({ schema: source.value.schema, $id: `${base}${id}.entity.json` });
    this.compiled = ajv;
    return ajv;
  }
}

/** The entity whose condition is a tree of comparisons. */
const chart = 'data-chart';
