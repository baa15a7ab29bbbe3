import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readProject } from '../../../generator/check/project.ts';
import { runChecks } from '../../../generator/check/run.ts';
import { root, temporaryProject } from '../support/temporary-project.ts';

type Theme = { tokens: Record<string, unknown>; surfaces: Record<string, unknown> };
const folder = join(root, 'schemas/themes');
const shipped: Theme[] = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')));

function poor(theme: Theme, change: Partial<Theme> = {}): string[] {
  const { tokens, surfaces } = theme;
  const changed = { ...theme, tokens: { ...tokens, ...change.tokens }, surfaces: { ...surfaces, ...change.surfaces } };
  const findings = runChecks(readProject(temporaryProject({ 'schemas/themes/sample.theme.json': changed })));
  return findings.filter(({ code }) => code === 'THEME_CONTRAST').map(({ pointer, severity }) => `${severity} ${pointer}`);
}

it('every text of a theme that its grounds leave unreadable is warned of where it stands', () => {
  const [light] = shipped.filter((theme) => 'tone' in theme && theme.tone === 'light');
  if (!light) throw new Error('there is no light theme');
  for (const theme of shipped) expect(poor(theme)).toEqual([]);
  expect(
    poor(light, { surfaces: { bannerText: '#ffffff', banner: 'linear-gradient(90deg, #000000, #eeeeee)' } } as Partial<Theme>),
  ).toEqual(['warning /surfaces/bannerText']);
  expect(
    poor(light, { surfaces: { header: '#ffffff', headerText: '#eeeeee', menuActive: '#222222', menuText: '#111111' } } as Partial<Theme>),
  ).toEqual(['warning /surfaces/headerText', 'warning /surfaces/menuText']);
  expect(poor(light, { tokens: { colorErrorText: '#c4282d', colorErrorBg: '#c4282d' } } as Partial<Theme>)).toEqual([
    'warning /tokens/colorErrorText',
  ]);
});

it('what is no plain colour is left to the eye', () => {
  const [first] = shipped;
  if (!first) throw new Error('there is no theme');
  expect(
    poor(first, { surfaces: { headerText: 'teal', menu: 'rgba(0, 0, 0, 0.2)', menuActive: 'rgba(0, 0, 0, 0.2)' } } as Partial<Theme>),
  ).toEqual([]);
});
