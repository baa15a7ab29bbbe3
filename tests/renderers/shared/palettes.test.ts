import { createRequire } from 'node:module';
import { expect, it } from 'vitest';

// The colours the component library itself uses, whatever else is installed.
const ofLibrary = createRequire(createRequire(import.meta.url).resolve('antd/package.json'));
const { generate, presetPalettes, presetPrimaryColors } = ofLibrary('@ant-design/colors') as {
  generate: (colour: string) => string[];
  presetPalettes: Record<string, string[]>;
  presetPrimaryColors: Record<string, string>;
};

it('[THEME-01] the palettes the build leaves out are what the component library computes for their colours', () => {
  // Pink is the old name of magenta: the library adds it where its theme was made once.
  const names = Object.keys(presetPrimaryColors).filter((name) => name !== 'grey' && name !== 'pink');
  expect(names).toHaveLength(12);
  for (const name of names)
    expect([name, ...generate(presetPrimaryColors[name] as string)]).toEqual([name, ...(presetPalettes[name] ?? [])]);
});
