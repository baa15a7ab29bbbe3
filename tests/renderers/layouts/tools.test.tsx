import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { themeVariables } from '../../../renderers/shared/theme/tokens.ts';
import { coloursOf, contrast } from '../../../src/core/contrast.ts';
import type { ThemeDocument } from '../../../src/core/types.ts';
import { layoutOf, settled, themes, world } from '../world.tsx';

const PART = 3;
const folder = join(import.meta.dirname, '../../../renderers');
const sheets = ['shared', 'layouts', 'displays'].flatMap((part) =>
  readdirSync(join(folder, part), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.css'))
    .map((path) => readFileSync(join(folder, part, path), 'utf8')),
);

/** Our style sheets in a theme. The document of the tests knows no variables, so they stand there as their values. */
function dress(theme: ThemeDocument): void {
  const values = themeVariables(theme);
  const style = document.createElement('style');
  style.dataset.test = 'theme';
  style.textContent = sheets.join('\n').replace(/var\((--targus-[a-z-]+)\)/g, (whole, name: string) => values[name] ?? whole);
  document.head.append(style);
}
const undress = () => {
  for (const style of document.querySelectorAll('style[data-test="theme"]')) style.remove();
};
afterEach(undress);

const grounds = {
  main: { tools: '.tg-shell-header', ground: '--targus-header' },
  home: { tools: '.tg-hero-tools', ground: '--targus-banner' },
} as const;

describe.each(['main', 'home'] as const)('the tools of the layout %s', (layout) => {
  it('[THEME-01] show their icons on the ground of the header in every theme: the bell no less than the others', async () => {
    const { tools, ground } = grounds[layout];
    const made = await world({ calls: { 'message.unreadCount': () => 2, 'delegate.sources': () => [] } });
    const { container } = made.show(layoutOf(layout), <p>The page</p>);
    await settled();
    const bell = await screen.findByRole('button', { name: 'Messages, 2 unread' });
    const icons = [...container.querySelectorAll(`${tools} :is(a, button) svg`)];
    expect(icons).toContain(bell.querySelector('svg'));
    expect(icons.length).toBeGreaterThan(2);
    const poor: string[] = [];
    for (const theme of Object.values(themes)) {
      dress(theme);
      for (const icon of icons) {
        const { color } = getComputedStyle(icon);
        for (const on of coloursOf(themeVariables(theme)[ground] ?? '')) {
          const ratio = contrast(color, on);
          const name = icon.closest('a, button')?.getAttribute('aria-label');
          if (ratio < PART) poor.push(`${theme.code}: ${name} ${color} on ${on}: ${ratio.toFixed(2)}`);
        }
      }
      undress();
    }
    expect(poor).toEqual([]);
  });
});
