import type { Page } from '@playwright/test';
import type { ServerProcess } from '../../support/server-process.ts';

export interface Screen {
  /** Of the test and of the folder of its pictures, in kebab-case. */
  name: string;
  path: string;
  /** Who is signed in. Default: nobody. */
  user?: string;
  /** Selector of what shows that the page is there with its data, in any language. */
  ready: string;
  /** What must be so before the page opens: answers, data, a session of its own. */
  arrange?: (page: Page, server: ServerProcess) => Promise<unknown>;
  /** What is to be done until the page shows what is meant, such as opening a dialog. Runs in English. */
  prepare?: (page: Page, server: ServerProcess) => Promise<unknown>;
  /** Another state of a page that is a screen itself, such as a dialog over it: contrast is checked in a dark and a light theme only. */
  isState?: true;
  /** Parts axe passes over: what is framed from elsewhere. */
  exclude?: readonly string[];
}

interface Ask {
  token?: string;
  body?: unknown;
  /** Default POST with a body, else GET. */
  method?: string;
}
/** A call of the API, as whoever holds the token. Resolves with the answer. */
export async function call<T>(server: ServerProcess, path: string, { token, body, method }: Ask = {}): Promise<T> {
  const response = await fetch(`${server.address}/api/${path}`, {
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer: { data?: T } = await response.json();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer.data ?? (answer as T);
}
