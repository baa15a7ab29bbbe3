// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { Documents } from '../../src/app/documents.ts';
import { manifest } from '../engine/support.tsx';

it('texts and pages whose hash is gone after a release are loaded under that of the new manifest', async () => {
  let release = 'old';
  const answers = (address: string): unknown => {
    const of = { pages: { a: { hash: release } }, locales: { en: release } };
    if (address === '/schemas/manifest.json') return { ...manifest, ...of };
    return address.includes(`.${release}.json`) ? { 'a.text': address } : undefined;
  };
  const documents = new Documents(async (address) => {
    const answer = answers(String(address));
    return new Response(JSON.stringify(answer ?? {}), { status: answer === undefined ? 404 : 200 });
  }, localStorage);
  await documents.loadManifest();
  documents.expectTexts('en');
  release = 'new';
  await expect(documents.loadTexts('en')).resolves.toMatchObject({ 'a.text': '/schemas/locales/en.old.json' });
  await expect(documents.loadTexts('en')).resolves.toEqual({ 'a.text': '/schemas/locales/en.new.json' });
  release = 'newest';
  await expect(documents.load('page', 'a')).resolves.toMatchObject({ 'a.text': '/schemas/pages/a.newest.json' });
  await expect(documents.loadTexts('zh-Hant')).rejects.toMatchObject({ code: 'DOCUMENT_UNKNOWN' });
});

it('a page that was opened before is the new one after a release another page noticed first', async () => {
  let release = 'old';
  const answers = (address: string): unknown => {
    const of = { revision: release, pages: { a: { hash: release }, b: { hash: release } }, locales: { en: release } };
    if (address === '/schemas/manifest.json') return { ...manifest, ...of };
    return address.includes(`.${release}.json`) ? { address } : undefined;
  };
  const documents = new Documents(async (address) => {
    const answer = answers(String(address));
    return new Response(JSON.stringify(answer ?? {}), { status: answer === undefined ? 404 : 200 });
  }, localStorage);
  await documents.loadManifest();
  await documents.load('page', 'a');
  release = 'new';
  await documents.load('page', 'b');
  await documents.loadManifest();
  await expect(documents.load('page', 'a')).resolves.toEqual({ address: '/schemas/pages/a.new.json' });
});
