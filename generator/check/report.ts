import { type Finding, formatFinding } from './findings.ts';

export const reportFormats = ['text', 'json', 'sarif'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** Findings as an array of {file, line, column, pointer, code, severity, message, hint}; `hint` is null when there is none. */
export function jsonReport(findings: Finding[]): string {
  const rows = findings.map(({ file, line, column, pointer, code, severity, message, hint }) => ({
    ...{ file, line, column, pointer, code, severity, message, hint: hint ?? null },
  }));
  return JSON.stringify(rows, null, 2);
}

/** Findings as SARIF 2.1.0, the format code-review tools read. `summaries` says what each code means. */
export function sarifReport(findings: Finding[], summaries: Record<string, string>): string {
  const codes = [...new Set(findings.map(({ code }) => code))].sort();
  const rules = codes.map((code) => ({
    id: code,
    shortDescription: { text: summaries[code] ?? code },
    helpUri: `docs/reference/problems.md#${code.toLowerCase()}`,
  }));
  const results = findings.map(({ code, severity, message, hint, file, line, column, pointer }) => ({
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: severity,
    message: { text: hint === undefined ? message : `${message} (${hint})` },
    locations: [
      {
        physicalLocation: { artifactLocation: artifact(file), region: { startLine: line, startColumn: column } },
        logicalLocations: [{ fullyQualifiedName: pointer }],
      },
    ],
  }));
  const driver = { name: 'targus check', rules };
  const run = { tool: { driver }, columnKind: 'utf16CodeUnits', results };
  const schema = 'https://json.schemastore.org/sarif-2.1.0.json';
  return JSON.stringify({ $schema: schema, version: '2.1.0', runs: [run] }, null, 2);
}

/** Files inside the project are relative to its root; others are addresses of their own. */
function artifact(file: string): object {
  const uri = file.split('/').map(encodeURIComponent).join('/');
  return file.startsWith('/') ? { uri: `file://${uri}` } : { uri, uriBaseId: 'SRCROOT' };
}

/** Findings for a terminal, and how many there are; `unlisted`: warnings of what an overlay leaves without use. */
export function textReport(findings: Finding[], documents: number, widgets: number, unlisted = 0): string {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const blocks = findings.map((entry) => `${formatFinding(entry)}\n`);
  const rest =
    unlisted > 0
      ? [`Not listed: ${unlisted} warnings of what nothing in the product leads to any more with the overlay (--all lists them)`]
      : [];
  return [...blocks, ...rest, `${documents} documents, ${widgets} widgets: ${errors} errors, ${findings.length - errors} warnings`].join(
    '\n',
  );
}
