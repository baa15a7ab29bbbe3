import { resolve as resolvePath } from 'node:path';
import { isObject, textAt } from '../json.ts';
import type { DocumentKind } from '../read/documents.ts';
import { schemaLineOf } from '../read/schema-line.ts';
import type { Source } from '../read/source.ts';
import { beyondSchema } from './beyond-schema.ts';
import { type Finding, finding, findingAt } from './findings.ts';
import { metaValidators } from './meta-validators.ts';
import { type Check, isReadable } from './project.ts';

/** Files that are no JSON, are named wrongly, or break the strict meta-schema of their kind. */
export const checkSchemas: Check = (project) => {
  const findings: Finding[] = [];
  for (const stranger of project.documents.strangers)
    findings.push({ code: 'UNKNOWN_DOCUMENT_KIND', severity: 'error', line: 1, column: 1, pointer: '', excerpt: '', ...stranger });
  const validators = metaValidators(project);
  for (const document of project.checked.all) {
    const { kind, source, isOverlay } = document;
    findings.push(...syntaxFindings(source));
    if (!isReadable(source)) continue;
    // The line serves editors alone: an overlay works without it.
    const isUnsaid = isOverlay && isObject(source.value) && !('$schema' in source.value);
    const wrong = validators.check(`${kind}.schema.json`, isUnsaid ? saying(source, '') : source);
    findings.push(...wrong, ...(isUnsaid ? [missingLine(project.root, source, kind)] : schemaLine(source, kind)));
    if (wrong.length === 0) findings.push(...beyondSchema(project, document));
  }
  if (!project.isWhole) return findings;
  for (const source of project.unreadableWidgets) findings.push(...syntaxFindings(source));
  for (const { source, kind } of project.widgets) {
    const place = kind === 'field' ? 'field' : 'node';
    const wrong = validators.check('widget.schema.json', source);
    findings.push(...wrong);
    if (wrong.length === 0) findings.push(...validators.check(`generated/nodes.schema.json#/definitions/${place}`, source, '/x-example'));
  }
  return findings;
};

function syntaxFindings(source: Source): Finding[] {
  const faults = source.faults.map(({ position, pointer, repeated, code = 'JSON_SYNTAX', ...fault }) =>
    findingAt(source, position, pointer, { code: repeated ? 'REPEATED_KEY' : code, ...fault }),
  );
  if (faults.length === 0 && !isObject(source.value))
    return [finding(source, '', { code: 'JSON_SYNTAX', message: 'a document is an object' })];
  return faults;
}

function saying(source: Source, line: string): Source {
  return { ...source, value: isObject(source.value) ? { $schema: line, ...source.value } : source.value };
}

function missingLine(root: string, source: Source, kind: DocumentKind): Finding {
  const hint = `write "$schema": "${schemaLineOf(root, resolvePath(root, source.file), kind)}"`;
  const message = 'the document does not say its meta-schema, so editors check nothing';
  return finding(source, '', { code: 'DOCUMENT_SCHEMA_LINE', severity: 'warning', message, hint });
}

function schemaLine(source: Source, kind: string): Finding[] {
  const line = textAt(source.value, '$schema');
  if (line === undefined || line.endsWith(`/meta/${kind}.schema.json`)) return [];
  const depth = '../'.repeat(source.path.split('/').length - 2);
  const hint = `write "${depth}meta/${kind}.schema.json"`;
  return [finding(source, '/$schema', { code: 'DOCUMENT_SCHEMA_LINE', message: `this is not the meta-schema of a ${kind}`, hint })];
}
