import { stripVTControlCharacters } from 'node:util';

/** What a whole run prints about a failure; the rest stands in the report. */
const LINES = 12;
/** Lines of the end of a tool's output, when no report explains its failure. */
const ENDING = 60;

/** A test that failed, with what it said. @typedef {{ title: string, message: string }} Failure */

/** Reads the JSON report of vitest. @returns {{ passed: number, failures: Failure[] }} */
export function readVitest(report) {
  const failures = report.testResults.flatMap(({ name, message, status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    // A file that could not be loaded has no tests, and says why itself.
    if (failed.length === 0) return status === 'failed' ? [{ title: name, message: message ?? '' }] : [];
    return failed.map((test) => ({ title: `${name} > ${test.fullName}`, message: test.failureMessages.join('\n') }));
  });
  return { passed: report.numPassedTests, failures };
}

/** Reads the JSON report of Playwright. @returns {{ passed: number, failures: Failure[] }} */
export function readPlaywright(report) {
  const specs = report.suites.flatMap(specsOf);
  const failures = specs
    .filter(({ ok }) => !ok)
    .map(({ file, line, title, tests }) => ({ title: `${file}:${line} > ${title}`, message: messageOf(tests) }));
  const outside = report.errors.map(({ message }) => ({ title: 'outside of a test', message: message ?? '' }));
  return { passed: report.stats.expected, failures: [...failures, ...outside] };
}

function specsOf(suite) {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)];
}

function messageOf(tests) {
  const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors ?? []));
  return errors.map(({ message }) => message ?? '').join('\n');
}

/** The first lines of a message, without colours. */
export function excerpt(message) {
  const lines = stripVTControlCharacters(message).trimEnd().split('\n');
  return [...lines.slice(0, LINES), ...(lines.length > LINES ? ['...'] : [])].map((line) => `  ${line}`).join('\n');
}

/** The last lines of what a tool printed, where it says how it ended. */
export function ending(output) {
  return stripVTControlCharacters(output).trimEnd().split('\n').slice(-ENDING).join('\n');
}
