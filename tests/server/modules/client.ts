import type { TestApp } from '../../support/app.ts';

export const basic = `Basic ${Buffer.from('targus:targus').toString('base64')}`;

export interface Answer {
  status: number;
  body: { code?: string; msg?: string; data?: unknown; access_token?: string; [name: string]: unknown };
  headers: Record<string, unknown>;
  milliseconds: number;
}

export interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
  from?: string;
}

/** Sends one request to the application and reads its JSON. */
export async function call(
  app: Pick<TestApp, 'http'>,
  url: string,
  { method = 'GET', token, body, headers, from }: Call = {},
): Promise<Answer> {
  const start = performance.now();
  const answer = await app.http.inject({
    method,
    url,
    headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
    ...(body !== undefined && { payload: body as object }),
    ...(from !== undefined && { remoteAddress: from }),
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers, milliseconds: performance.now() - start };
}

/** Sends a file as a form does, under the name `file`. */
export async function uploadFile(
  app: Pick<TestApp, 'http'>,
  url: string,
  token: string,
  content: Buffer,
  name: string,
  fields: Record<string, string> = {},
) {
  const boundary = 'part-of-the-body';
  const parts = Object.entries(fields).map(
    ([field, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  );
  const head = `${parts.join('')}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n`;
  const answer = await app.http.inject({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
  return { status: answer.statusCode, body: answer.json() };
}

/** Tries to sign in, as the form does. */
export function signIn(
  app: TestApp,
  username: string,
  password: string,
  more: Record<string, string> = {},
  from = '127.0.0.1',
): Promise<Answer> {
  return call(app, '/api/login/token', {
    method: 'POST',
    headers: { authorization: basic, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ grant_type: 'password', scope: 'server', username, password, ...more }).toString(),
    from,
  });
}

/** The token of a user of the demo. */
export async function tokenOf(app: TestApp, username: string, password = 'targus-demo'): Promise<string> {
  const { body, status } = await signIn(app, username, password);
  if (status !== 200 || body.access_token === undefined) throw new Error(`${username} cannot sign in: ${JSON.stringify(body)}`);
  return body.access_token;
}
