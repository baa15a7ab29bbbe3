import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkBands } from './bands.ts';
import { checkBodies } from './bodies.ts';
import { summaries } from './codes.ts';
import { checkContradictions } from './contradictions.ts';
import { checkDictionaryEntries } from './dictionary-entries.ts';
import { checkDocuments } from './documents.ts';
import { checkDoubles } from './doubles.ts';
import { checkDownloads } from './downloads.ts';
import { checkExpressions } from './expressions.ts';
import { checkFieldDefaults } from './field-defaults.ts';
import { checkFilterLinks } from './filter-links.ts';
import { type Finding, sortFindings } from './findings.ts';
import { checkIcons } from './icons.ts';
import { checkInstantForms } from './instant-forms.ts';
import { checkJsonSchemas } from './json-schemas.ts';
import { checkLostFields } from './lost-fields.ts';
import { checkMadeOf } from './made-of.ts';
import { checkMenuRows } from './menu-rows.ts';
import { checkMenus } from './menus.ts';
import { checkOpens } from './opens.ts';
import { checkPartArguments } from './part-arguments.ts';
import { checkPartDoubles } from './part-doubles.ts';
import { checkPathParameters } from './path-parameters.ts';
import { checkPaths } from './paths.ts';
import { checkPerformance } from './performance.ts';
import { checkPermissionNames } from './permission-names.ts';
import { checkPermissions } from './permissions.ts';
import { checkPlans } from './plans.ts';
import { type Check, type Project, readProject } from './project.ts';
import { checkPurposes } from './purposes.ts';
import { checkReferences } from './references.ts';
import { jsonReport, type ReportFormat, reportFormats, sarifReport, textReport } from './report.ts';
import { checkSchemas } from './schema.ts';
import { checkServices } from './services.ts';
import { checkTables } from './table-requests.ts';
import { checkTexts, checkUnusedTexts } from './texts.ts';
import { checkThemes } from './themes.ts';
import { checkUnused } from './unused.ts';
import { checkVisitors } from './visitors.ts';

const checks: Check[] = [
  checkSchemas,
  checkReferences,
  checkTexts,
  checkMenus,
  checkServices,
  checkJsonSchemas,
  checkDocuments,
  checkExpressions,
  checkBands,
  checkOpens,
  checkBodies,
  checkPartArguments,
  checkTables,
  checkPermissions,
  checkDoubles,
];

/** Checks that only warn. */
const advice: Check[] = [
  checkUnusedTexts,
  checkPermissionNames,
  checkUnused,
  checkPerformance,
  checkDownloads,
  checkThemes,
  checkPurposes,
  checkIcons,
  checkDictionaryEntries,
  checkPaths,
  checkPathParameters,
  checkFilterLinks,
  checkLostFields,
  checkMadeOf,
  checkContradictions,
  checkFieldDefaults,
  checkMenuRows,
  checkInstantForms,
  checkVisitors,
  checkPartDoubles,
];

/** A node of an unknown widget: what the core says about its options follows from that. */
const brokenNodes = ['UNKNOWN_WIDGET', 'FIELD_OUTSIDE_FORM'];

/**
 * Every finding of every check, sorted by file and place; `errors` leaves out the checks that only warn. What the core says again about a
 * place is left out.
 */
export function runChecks(project: Project, extent: 'all' | 'errors' = 'all'): Finding[] {
  const findings = checks.flatMap((check) => check(project));
  const places = new Set(findings.map(({ file, pointer }) => `${file}#${pointer}`));
  const broken = new Set(
    findings.filter(({ code }) => brokenNodes.includes(code)).map(({ file, pointer }) => `${file}#${pointer.replace(/\/widget$/, '')}`),
  );
  const isNew = ({ file, pointer }: Finding) => {
    const place = `${file}#${pointer}`;
    return !places.has(place) && !places.has(`${place}/widget`) && !broken.has(place.slice(0, place.lastIndexOf('/')));
  };
  const warnings = extent === 'all' ? advice.flatMap((check) => check(project)) : [];
  return sortFindings([...findings, ...warnings, ...checkPlans(project).filter(isNew)]);
}

/** What a document of the product is warned of once an overlay took away what used it: whoever wrote the overlay has nothing to mend there. */
const leftBehind = ['DOCUMENT_UNUSED', 'TEXT_UNUSED', 'UNKNOWN_PERMISSION'];

const checkHelp = 'check [--schemas DIR ...] [--format text|json|sarif] [--all]';

/**
 * `check`: prints every finding of the project, with the documents of further folders in place of its own; later folders replace earlier ones.
 * Without folders the overlay of the server counts, if there is one. What it leaves without use in documents of the product is counted, and listed with --all.
 * Returns 1 when there are errors, 2 for wrong usage; warnings alone give 0.
 */
export function runCheck(root: string, args: string[]): number {
  const options = readArguments(root, args);
  if (typeof options === 'string') {
    console.error(options);
    return 2;
  }
  const project = readProject(root, options.folders);
  const found = runChecks(project);
  const own = new Set(project.documents.all.flatMap(({ isOverlay, source }) => (isOverlay ? source.file : [])));
  const isListed = ({ code, file }: Finding) => options.all || own.has(file) || !leftBehind.includes(code);
  const findings = options.folders.length > 0 ? found.filter(isListed) : found;
  if (options.format === 'json') console.log(jsonReport(findings));
  else if (options.format === 'sarif') console.log(sarifReport(findings, summaries));
  else console.log(textReport(findings, project.documents.all.length, project.widgets.length, found.length - findings.length));
  return findings.some(({ severity }) => severity === 'error') ? 1 : 0;
}

/** Folders laid over the documents of the project: the ones named, otherwise the one the server lays over them (SCHEMAS_DIR). */
function overlays(root: string, named: string[] | undefined): string[] {
  const usual = resolve(root, process.env.SCHEMAS_DIR ?? 'schemas.local');
  if (named === undefined) return existsSync(usual) ? [usual] : [];
  return named.map((folder) => resolve(folder)).filter((folder) => folder !== join(root, 'schemas'));
}

interface CheckOptions {
  folders: string[];
  format: ReportFormat;
  all: boolean;
}

function readArguments(root: string, args: string[]): CheckOptions | string {
  try {
    const { values } = parseArgs({
      args,
      options: {
        schemas: { type: 'string', multiple: true },
        format: { type: 'string', default: 'text' },
        all: { type: 'boolean', default: false },
      },
    });
    const format = reportFormats.find((known) => known === values.format);
    if (!format) return `There is no format "${values.format}".\n\n${checkHelp}`;
    const folders = overlays(root, values.schemas);
    const absent = folders.find((folder) => !existsSync(folder));
    return absent === undefined ? { folders, format, all: values.all } : `There is no folder ${absent}.`;
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n\n${checkHelp}`;
  }
}
