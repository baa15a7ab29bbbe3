import type { CheckedShape } from '../emit/shapes.ts';
import { isObject, type JsonSchema, objectAt, textAt, textsAt } from '../json.ts';
import type { Call } from '../read/calls.ts';
import type { Document } from '../read/documents.ts';
import { pages } from './expressions.ts';
import { type Finding, finding } from './findings.ts';
import { Given } from './given.ts';
import { walkLoneTables } from './lone-tables.ts';
import type { Check, Project } from './project.ts';
import { registerFindings } from './register-calls.ts';
import type { Context, Spot } from './scopes/context.ts';
import type { Travel } from './scopes/misfits.ts';
import { scopeOf } from './scopes/page.ts';
import { type Type, Types } from './scopes/types.ts';
import { typeOfFilters } from './scopes/values.ts';
import type { Options, Visitor } from './scopes/walk.ts';

/**
 * What calls are given: parameters and bodies with the names their contract has, those it needs, and values it takes, by every source, step and option of
 * the pages, and by tables that stand alone.
 */
export const checkBodies: Check = (project) => {
  const types = new Types(project);
  const findings: Finding[] = [];
  for (const document of pages(project)) {
    const scope = scopeOf(project, document);
    const calls = new Calls(project, types, document, findings);
    const visitor = {
      call: (id: string, step: JsonSchema, spot: Spot, context: Context) => calls.given(id, step, spot, context, step.upload === undefined),
    };
    scope.walk({
      ...calls.visitor(),
      action: ({ action, spot, context }) => {
        if (typeof action !== 'string') scope.steps(action, spot, context, visitor);
      },
    });
    scope.actions((action, spot, context) => scope.steps(action, spot, context, visitor));
  }
  // What a call needs is told of the node that shows a table: it may give the source, a filter or the parameter itself.
  walkLoneTables(project, types, (read, document) => ({ call: new Calls(read, types, document, findings).visitor().call }));
  return findings;
};

/** The call of a data source, to whose body nothing else adds; widgets add pages and filters to those of theirs. */
const ofPage = /^\/data\/[^/]+\/call$/;

class Calls {
  constructor(
    private readonly project: Project,
    private readonly types: Types,
    private readonly document: Document,
    private readonly findings: Finding[],
  ) {}

  visitor(): Required<Pick<Visitor, 'call' | 'node'>> {
    return {
      // The walker tells the place of the call itself; what it is given stands beside it.
      call: (holder, id, { source, pointer }, context) =>
        this.given(id, holder, { source, pointer: pointer.slice(0, pointer.lastIndexOf('/')) }, context, ofPage.test(pointer)),
      node: (_node, options, _spot, _context, shape) => this.neededBy(options, shape),
    };
  }

  /** Compares what stands beside a call with its contract; `complete`: nothing else adds to it. */
  given(id: string, holder: JsonSchema, { source, pointer }: Spot, { isConditional }: Context, complete: boolean): void {
    const call = this.project.callOf(id);
    if (!call) return;
    // What is wrong in a document made of a register is told of the register.
    if (!this.document.isDerived) this.findings.push(...registerFindings(this.project, call, holder, { source, pointer }, this.document));
    const given = new Given(this.types, this.findings);
    given.parameters(holder.with, parametersOf(call), { source, pointer: `${pointer}/with` }, isConditional === true);
    const type = bodyOf(call);
    if (!type || call.contract.bodyType === 'bytes') return;
    const travel: Travel = call.contract.bodyType === 'json' ? 'json' : 'text';
    if (holder.body !== undefined) given.body(holder.body, type, { source, pointer: `${pointer}/body` }, travel, isConditional === true);
    const keys = holder.body === undefined ? [] : isObject(holder.body) ? Object.keys(holder.body) : undefined;
    if (complete && keys && call.contract.bodyType !== 'multipart')
      this.lacking(call, keys, { source, pointer: holder.body === undefined ? pointer : `${pointer}/body` });
  }

  /** What the call of rows or choices needs, and neither the document nor the widget gives it. */
  private neededBy(options: Options, shape: CheckedShape): void {
    const from = options.get('source');
    const rows = isObject(from?.value) ? from.value : undefined;
    const choices = shape.kind === 'field' && shape.options.valueField !== undefined ? options.get('call') : undefined;
    const at = rows ? from : choices;
    const holder = rows ?? Object.fromEntries([...options].map(([name, { value }]) => [name, value]));
    const call = at && this.project.callOf(textAt(holder, 'call') ?? '');
    if (!call) return;
    const added = rows ? addedBy(rows, options, this.project) : [textAt(holder, 'searchParameter') ?? ''];
    const spot = { source: at.source, pointer: rows ? `${at.pointer}/call` : at.pointer };
    const inBody = holder.place === 'body';
    if (holder.with === undefined || isObject(holder.with)) {
      const names = [...Object.keys(objectAt(holder, 'with')), ...(inBody ? [] : added)];
      for (const name of this.types.needed(parametersOf(call)).filter((one) => !names.includes(one))) {
        const message = `the call ${call.contract.id} needs the parameter "${name}"`;
        this.findings.push(finding(spot.source, spot.pointer, { code: 'CALL_ARGUMENT', message, hint: `write "with": {"${name}": ...}` }));
      }
    }
    if (holder.body === undefined || isObject(holder.body))
      this.lacking(call, [...Object.keys(objectAt(holder, 'body')), ...(inBody ? added : [])], spot);
  }

  private lacking(call: Call, keys: readonly string[], { source, pointer }: Spot): void {
    for (const name of this.types.needed(bodyOf(call)).filter((one) => !keys.includes(one))) {
      const message = `the call ${call.contract.id} needs "${name}" in its body`;
      this.findings.push(finding(source, pointer, { code: 'CALL_BODY', message, hint: `write "body": {"${name}": ...}` }));
    }
  }
}

function bodyOf({ body, document, contract }: Call): Type | undefined {
  return isObject(body) ? { kind: 'schema', schema: body, path: document.source.path, label: `the body of ${contract.id}` } : undefined;
}

/** Parameters of path and query as one object. */
function parametersOf({ params, query, document, contract }: Call): Type {
  const properties = Object.assign({}, ...[params, query].map((schema) => objectAt(schema, 'properties')));
  const required = [params, query].flatMap((schema) => textsAt(schema, 'required'));
  const more = isObject(query) ? query.additionalProperties : undefined;
  const schema = { type: 'object', properties, required, ...(more !== undefined && { additionalProperties: more }) };
  return { kind: 'schema', schema, path: document.source.path, label: `the call ${contract.id}` };
}

/** Names a table adds to what its source gives: filters, page and order. */
function addedBy(source: JsonSchema, options: Options, { shapes }: Project): string[] {
  const filters = typeOfFilters(options, shapes);
  const named = (word: string, usual: string) => textAt(source, word) ?? usual;
  const page = [named('pageName', 'current'), named('sizeName', 'size'), named('sortName', 'sort'), named('orderName', 'order')];
  return [...(filters.kind === 'record' ? (filters.known ?? []) : []), ...page];
}
