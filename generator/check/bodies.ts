import { startOf } from '../../src/core/expression/parse.ts';
import { fieldHint } from '../../src/core/suggest.ts';
import { isObject, type JsonSchema, pointerPart, textsAt } from '../json.ts';
import type { Call } from '../read/calls.ts';
import type { Document } from '../read/documents.ts';
import { entries } from '../read/walk.ts';
import { atCharacter } from './characters.ts';
import { pages } from './expressions.ts';
import { type Finding, finding } from './findings.ts';
import type { Check, Project } from './project.ts';
import { registerFindings } from './register-calls.ts';
import type { Spot } from './scopes/context.ts';
import { keysOf, parseTemplate } from './scopes/infer.ts';
import { scopeOf } from './scopes/page.ts';
import { type Type, Types } from './scopes/types.ts';

/** What a call is given as its body has the keys its contract names, those it needs, and values they can have. */
export const checkBodies: Check = (project) => {
  const types = new Types(project);
  return pages(project).flatMap((document) => {
    const scope = scopeOf(project, document);
    const bodies = new Bodies(project, types, document);
    const visitor = { call: (id: string, step: JsonSchema, spot: Spot) => bodies.given(id, step, spot, step.upload === undefined) };
    scope.walk({
      // The walker tells the place of the call itself; its body stands beside it.
      call: (holder, id, { source, pointer }) =>
        bodies.given(id, holder, { source, pointer: pointer.slice(0, pointer.lastIndexOf('/')) }, ofPage.test(pointer)),
      action: ({ action, spot, context }) => {
        if (typeof action !== 'string') scope.steps(action, spot, context, visitor);
      },
    });
    scope.actions((action, spot, context) => scope.steps(action, spot, context, visitor));
    return bodies.findings;
  });
};

/** The call of a data source, to whose body nothing else adds; widgets add pages and filters to those of theirs. */
const ofPage = /^\/data\/[^/]+\/call$/;

class Bodies {
  readonly findings: Finding[] = [];
  private readonly project: Project;
  private readonly types: Types;
  private readonly document: Document;

  constructor(project: Project, types: Types, document: Document) {
    this.project = project;
    this.types = types;
    this.document = document;
  }

  /** Compares the body beside a call with its contract; `complete`: nothing else adds to it. */
  given(id: string, holder: JsonSchema, { source, pointer }: Spot, complete: boolean): void {
    const call = this.project.callOf(id);
    // What is wrong in a document made of a register is told of the register.
    if (call && !this.document.isDerived)
      this.findings.push(...registerFindings(this.project, call, holder, { source, pointer }, this.document));
    if (!call || !isObject(call.body)) return;
    const type: Type = { kind: 'schema', schema: call.body, path: call.document.source.path, label: `the body of ${id}` };
    if (holder.body !== undefined) this.compare(holder.body, type, { source, pointer: `${pointer}/body` });
    const keys = holder.body === undefined ? [] : isObject(holder.body) ? Object.keys(holder.body) : undefined;
    if (!complete || !keys || call.contract.bodyType === 'multipart') return;
    for (const name of this.needed(call).filter((name) => !keys.includes(name))) {
      const at = holder.body === undefined ? pointer : `${pointer}/body`;
      const message = `the call ${id} needs "${name}" in its body`;
      this.findings.push(finding(source, at, { code: 'CALL_BODY', message, hint: `write "body": {"${name}": ...}` }));
    }
  }

  private needed({ body, document }: Call): string[] {
    const own = isObject(body) && typeof body.$ref === 'string' ? this.project.resolve(document.source.path, body.$ref)?.schema : body;
    return textsAt(own, 'required');
  }

  private compare(value: unknown, type: Type | undefined, spot: Spot): void {
    if (!type) return;
    const isComputed = typeof value === 'string' && value.includes('{{');
    const misfit = isComputed ? undefined : this.types.misfit(type, value);
    if (misfit) {
      this.findings.push(finding(spot.source, spot.pointer, { code: 'CALL_BODY', ...misfit }));
      return;
    }
    if (typeof value === 'string') {
      // What `pick` gives of a list are the keys of its entries.
      const keyed = this.types.element(type) ?? type;
      for (const { node, offset } of parseTemplate(value)) {
        for (const { name, at } of keysOf(node)) {
          const found = this.member(keyed, name);
          if (found) this.findings.push(atCharacter(spot.source, spot.pointer, offset + startOf(at), found));
        }
      }
      return;
    }
    for (const [pointer, part] of entries(value, spot.pointer)) {
      const at = { source: spot.source, pointer };
      if (Array.isArray(value)) {
        this.compare(part, this.types.element(type), at);
        continue;
      }
      const name = Object.keys(value as object).find((key) => pointer.endsWith(`/${pointerPart(key)}`)) ?? '';
      const found = this.member(type, name);
      if (found) this.findings.push(finding(at.source, pointer, { ...found, atKey: true }));
      else {
        const member = this.types.member(type, name);
        this.compare(part, 'found' in member ? member.found : undefined, at);
      }
    }
  }

  /** What is wrong with a key, or nothing. */
  private member(type: Type, name: string): { code: string; message: string; hint?: string } | undefined {
    const member = this.types.member(type, name);
    if (!('missing' in member)) return undefined;
    const hint = fieldHint(name, member.known);
    return { code: 'CALL_BODY', message: `${member.missing} has no "${name}"`, ...(hint !== undefined && { hint }) };
  }
}
