import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { exampleProject, exampleRow } from '../../../generator/check/examples/project.ts';
import { runCheck } from '../../../generator/check/run.ts';
import { page, temporaryProject } from '../support/temporary-project.ts';

let printed: string[];
beforeEach(() => {
  printed = [];
  vi.spyOn(console, 'log').mockImplementation((text: string) => void printed.push(text));
  vi.spyOn(console, 'error').mockImplementation((text: string) => void printed.push(text));
});
afterEach(() => vi.restoreAllMocks());

const example = 'schemas/pages/example.page.json';
const title = { en: 'A', 'zh-Hans': 'B', 'zh-Hant': 'C' };
const withPage = (more: object) => temporaryProject({ ...exampleProject, [example]: page({ title, ...more }) });
const typo = { body: [{ widget: 'txet', text: 'shop.name' }] };

describe('the report', () => {
  it('is an array of findings as JSON', () => {
    expect(runCheck(withPage(typo), ['--format', 'json'])).toBe(1);
    expect(JSON.parse(printed.join('\n'))).toEqual([
      {
        file: example,
        line: 11,
        column: 17,
        pointer: '/body/0/widget',
        code: 'UNKNOWN_WIDGET',
        severity: 'error',
        message: 'there is no widget "txet"',
        hint: 'did you mean "text"?',
      },
    ]);
  });

  it('is an empty array when nothing is wrong, and warnings alone do not fail', () => {
    expect(runCheck(withPage({}), ['--format', 'json'])).toBe(0);
    expect(JSON.parse(printed.join('\n'))).toEqual([]);
    printed = [];
    expect(runCheck(withPage({ actions: { idle: [] } }), ['--format', 'json'])).toBe(0);
    expect(JSON.parse(printed.join('\n'))).toMatchObject([{ code: 'ACTION_UNUSED', severity: 'warning' }]);
  });

  it('is SARIF 2.1.0 for code-review tools', () => {
    expect(runCheck(withPage(typo), ['--format', 'sarif'])).toBe(1);
    const { version, runs } = JSON.parse(printed.join('\n'));
    expect(version).toBe('2.1.0');
    expect(runs[0].tool.driver.rules).toMatchObject([
      { id: 'UNKNOWN_WIDGET', shortDescription: { text: 'There is no widget of that name.' } },
    ]);
    expect(runs[0].results).toMatchObject([
      {
        ruleId: 'UNKNOWN_WIDGET',
        ruleIndex: 0,
        level: 'error',
        message: { text: 'there is no widget "txet" (did you mean "text"?)' },
        locations: [
          { physicalLocation: { artifactLocation: { uri: example, uriBaseId: 'SRCROOT' }, region: { startLine: 11, startColumn: 17 } } },
        ],
      },
    ]);
  });

  it('is text with a caret and a summary', () => {
    expect(runCheck(withPage(typo), [])).toBe(1);
    expect(printed.join('\n')).toMatch(/"widget": "txet",\n {14}\^\n {4}did you mean "text"\?\n[\s\S]*1 errors, 0 warnings$/);
  });

  it('refuses what it does not know', () => {
    expect(runCheck(withPage({}), ['--format', 'xml'])).toBe(2);
    expect(runCheck(withPage({}), ['--schema', 'x'])).toBe(2);
    expect(runCheck(withPage({}), ['--schemas', '/nowhere/at/all'])).toBe(2);
    expect(printed.join('\n')).toContain('There is no folder /nowhere/at/all.');
  });
});

describe('overlays', () => {
  const overlay = (more: object) => join(temporaryProject({ [example]: page({ title, ...more }) }), 'schemas');

  it('replace documents, the later ones those before', () => {
    const base = withPage({});
    expect(runCheck(base, ['--schemas', overlay(typo), '--format', 'json'])).toBe(1);
    expect(JSON.parse(printed.join('\n'))).toMatchObject([
      { code: 'UNKNOWN_WIDGET', file: expect.stringMatching(/^\/.*example\.page\.json$/) },
    ]);
    expect(runCheck(base, ['--schemas', overlay(typo), '--schemas', overlay({})])).toBe(0);
    expect(runCheck(base, ['--schemas', overlay({}), '--schemas', overlay(typo)])).toBe(1);
  });

  it('list what is left without use in their own documents, and count it in those of the product', () => {
    const file = 'menus/example.menu.json';
    const base = temporaryProject({
      ...{ ...exampleProject, [example]: page({ title }) },
      [`schemas.local/${file}`]: { ...exampleProject[`schemas/${file}`], items: [exampleRow] },
      'schemas.local/pages/idle.page.json': page({ title }),
    });
    const told = (...more: string[]) => {
      printed = [];
      expect(runCheck(base, ['--schemas', join(base, 'schemas.local'), ...more])).toBe(0);
      return printed.join('\n');
    };
    expect(told()).toContain('nothing refers to the page "idle"');
    expect(told()).not.toContain('nothing refers to the page "example"');
    expect(told()).toMatch(/^Not listed: 1 warnings .*\n.* 0 errors, 1 warnings$/m);
    expect(told('--all')).toContain('nothing refers to the page "example"');
    expect(told('--all')).not.toContain('--all');
  });
});
