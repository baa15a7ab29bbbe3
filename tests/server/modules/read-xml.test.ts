import { expect, it } from 'vitest';
import { readXml } from '../../../server/modules/spreadsheets/read-xml.ts';

const refused = (reason: string) => expect.objectContaining({ name: 'UnreadableFile', reason });

it('[RISK-06] tells tags without their prefix, and texts, also those that are marked as such', () => {
  const told: unknown[] = [];
  readXml('<x:a xmlns:x="x" x:id="1">one &amp; <![CDATA[<two>]]></x:a>', {
    open: (name, { id }) => told.push(['open', name, id]),
    text: (text) => told.push(text),
    close: (name) => told.push(['close', name]),
  });
  expect(told).toEqual([['open', 'a', '1'], 'one & ', '<two>', ['close', 'a']]);
});

it('[RISK-06] refuses what would take long or grow, and what is no XML', () => {
  expect(() => readXml(`<a>${'<b/>'.repeat(1_000_000)}</a>`, {})).toThrow(refused('tooLarge'));
  const attributes = Array.from({ length: 1_001 }, (_, index) => `a${index}=""`).join(' ');
  expect(() => readXml(`<a ${attributes}/>`, {})).toThrow(refused('tooLarge'));
  for (const xml of ['<!DOCTYPE a><a/>', '<a>&entity;</a>', '<a>', '', 'text', '<a></b>'])
    expect(() => readXml(xml, {}), xml).toThrow(refused('damaged'));
});
