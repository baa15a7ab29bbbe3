import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkNode } from '../../../server/bin/lib/node-version.mjs';
import { projectRoot } from '../../support/project.ts';

it('a start asks for a version of Node the build runs on, as package.json does, and says which', () => {
  const { engines } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { engines: { node: string } };
  expect(engines.node).toBe('^20.19.0 || >=22.12.0');
  for (const version of ['20.19.0', '20.20.2', '22.12.0', '22.20.0', '23.0.0', '24.1.0']) expect(() => checkNode(version)).not.toThrow();
  for (const version of ['18.20.4', '20.18.3', '21.7.3', '22.0.0', '22.11.0'])
    expect(() => checkNode(version)).toThrow(`Targus needs Node 20.19 or a newer 20, or Node 22.12 or newer, this is ${version}.`);
});
