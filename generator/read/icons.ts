import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { byText } from '../json.ts';

/** Files of renderers/shared/icon that list icons: `name: NameOutlined,` a line each. */
const files = ['data.ts', 'shapes.ts'];

/** The icons documents may name, sorted. */
export function readIconNames(root: string): string[] {
  const names = files.flatMap((file) => {
    const text = readFileSync(join(root, 'renderers/shared/icon', file), 'utf8');
    return [...text.matchAll(/^ {2}'?([a-z][a-z-]*)'?: [A-Z]\w+(?:Outlined|Filled),$/gm)].map(([, name = '']) => name);
  });
  return [...new Set(names)].sort(byText);
}
