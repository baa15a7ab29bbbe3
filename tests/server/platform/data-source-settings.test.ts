import { expect, it } from 'vitest';
import { readSettings } from '../../../server/settings.ts';
import { projectRoot } from '../../support/project.ts';

const read = (sources: unknown) =>
  readSettings({ DATA_SOURCES: typeof sources === 'string' ? sources : JSON.stringify(sources) }, projectRoot).dataSources;
const erp = { id: 'erp', url: 'postgres://reader:secret-word@db.example/erp' };
const rates = { id: 'rates', url: 'https://data.example/rates', format: 'json' };

it('[DATA-07] data sources are databases and addresses, each with what it may leave out', () => {
  expect(read([{ ...erp, schemas: ['sales'] }, rates])).toEqual([
    { ...erp, kind: 'postgresql', title: 'erp', permission: undefined, schemas: ['sales'] },
    { ...rates, kind: 'address', title: 'rates', permission: undefined, headers: {}, rowsAt: '' },
  ]);
  expect(readSettings({}, projectRoot).dataSources).toEqual([]);
});

it('[DATA-07] what is wrong with a data source is told with its place, and no secret', () => {
  const told = (sources: unknown): string => {
    try {
      read(sources);
    } catch (error) {
      return (error as Error).message;
    }
    return '';
  };
  expect(told([erp, erp])).toContain('DATA_SOURCES: two sources have the id "erp"');
  expect(told([{ ...erp, format: 'csv' }])).toContain('source 1 (erp) does not know "format"');
  expect(told([{ ...rates, url: 'http://data.example/rates' }])).toContain('needs a "url"');
  expect(told([{ ...rates, url: 'https://user:secret-word@data.example/' }])).toContain('needs a "url"');
  expect(told([{ ...rates, format: 'xml' }])).toContain('"format" is one of csv, xlsx, json');
  expect(told([{ ...rates, headers: { authorization: 'secret-word\r\nx: y' } }])).toContain('"headers" are names with texts');
  expect(told([{ ...rates, rowsAt: 'a..b' }])).toContain('"rowsAt" is a path');
  expect(told([{ id: 'A b', url: 5 }])).toContain('needs an "id"');
  expect(told(['erp'])).toContain('source 1 is no object');
  expect(told('/nowhere.json')).toContain('the file /nowhere.json cannot be read');
  for (const wrong of [[{ ...erp, id: '' }], [{ ...erp, schemas: 5 }]]) expect(told(wrong)).not.toContain('secret-word');
});
