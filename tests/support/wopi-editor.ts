import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A document editor that speaks as much WOPI as we do: it says what it opens, takes the form of a page, reads the file, locks and saves it. */
export interface WopiEditor {
  address: string;
  /** Answers with this at /hosting/discovery from now on. */
  say(discovery: string): void;
  /** How often it was asked what it opens. */
  asked(): number;
  close(): Promise<void>;
}

export const discovery = (origin: string) => `<?xml version="1.0" encoding="utf-8"?>
<wopi-discovery><net-zone name="external-http"><app name="writer">
  <action name="edit" ext="docx" urlsrc="${origin}/edit?&lt;ui=UI_LLCC&amp;&gt;"/>
  <action name="edit" ext="txt" urlsrc="${origin}/edit?"/>
  <action name="view" ext="pptx" urlsrc="${origin}/view?"/>
  <action name="edit" ext="xlsx" urlsrc="http://elsewhere.example/edit?"/>
</app></net-zone></wopi-discovery>`;

export async function startEditor(): Promise<WopiEditor> {
  let asked = 0;
  let said: string | undefined;
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    if (url.pathname === '/hosting/discovery') {
      asked += 1;
      response.writeHead(200, { 'content-type': 'application/xml' }).end(said ?? discovery(url.origin));
    } else if (url.pathname === '/edit' && request.method === 'POST') {
      const form = new URLSearchParams(await text(request));
      response.writeHead(200, { 'content-type': 'text/html' }).end(await editingPage(url, form.get('access_token') ?? ''));
    } else if (url.pathname === '/save') await save(request, (status, message) => response.writeHead(status).end(message));
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    say: (text) => {
      said = text;
    },
    asked: () => asked,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const escaped = (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** What is in the file, to be changed, and a button that saves. */
async function editingPage(url: URL, token: string): Promise<string> {
  const source = url.searchParams.get('WOPISrc') ?? '';
  const ask = (path: string) => fetch(`${source}${path}?access_token=${token}`);
  const info = (await (await ask('')).json()) as { BaseFileName?: string; UserFriendlyName?: string; UserCanWrite?: boolean };
  const content = await (await ask('/contents')).text();
  return `<!doctype html><title>Editor</title><form method="post" action="/save">
    <p>${escaped(`${info.UserFriendlyName} ${info.UserCanWrite ? 'edits' : 'reads'} ${info.BaseFileName}`)}</p>
    <textarea name="content" aria-label="Content">${escaped(content)}</textarea>
    <input type="hidden" name="source" value="${escaped(source)}"><input type="hidden" name="token" value="${escaped(token)}">
    <button>Save</button></form>`;
}

async function save(request: IncomingMessage, answer: (status: number, message: string) => void): Promise<void> {
  const form = new URLSearchParams(await text(request));
  const source = form.get('source') ?? '';
  const query = `?access_token=${form.get('token')}`;
  const send = (path: string, operation: string, body?: string) =>
    fetch(`${source}${path}${query}`, {
      method: 'POST',
      headers: { 'x-wopi-override': operation, 'x-wopi-lock': 'editor-1' },
      ...(body !== undefined && { body }),
    });
  const statuses = [
    (await send('', 'LOCK')).status,
    (await send('/contents', 'PUT', form.get('content') ?? '')).status,
    (await send('', 'UNLOCK')).status,
  ];
  answer(200, `Saved: ${statuses.join(' ')}`);
}
