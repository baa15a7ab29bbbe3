import type { CallContract } from '../../src/core/types.ts';
import { textAt } from '../json.ts';
import type { SampleRequest } from './request.ts';
import type { Answer } from './verdict.ts';

/** How long a back end may think. */
const patience = 15_000;

/** How an answer failed to come, for people. Undefined where the back end is not there at all. */
export function brokenOff(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.name === 'TimeoutError') return `none in ${patience / 1_000} s`;
  const { code } = (error.cause ?? {}) as { code?: unknown };
  return ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'].includes(String(code))
    ? 'one that broke off'
    : undefined;
}

interface SignIn {
  path: string;
  user: string;
  password: string;
}

/** A back end, asked over HTTP. */
export class Backend {
  private readonly base: string;
  private readonly client: string;
  private token: string | undefined;
  private credentials: SignIn | undefined;

  /** `client` is the id and secret of the client that signs users in. @throws TypeError when the address is none. */
  constructor(base: string, client: string, token: string | undefined) {
    this.base = new URL(base).href.replace(/\/$/, '');
    this.client = `Basic ${Buffer.from(client).toString('base64')}`;
    this.token = token;
  }

  get signedIn(): boolean {
    return this.token !== undefined;
  }

  /**
   * Sends a request. A call that writes may have ended the very session it was made in: with the credentials at hand the next one starts another.
   * Errors: those of the network.
   */
  async ask(request: SampleRequest, auth: CallContract['auth']): Promise<Answer> {
    const answer = await this.send(request, auth);
    if (answer.status !== 401 || auth !== 'bearer' || !this.credentials) return answer;
    await this.signIn(this.credentials);
    return this.send(request, auth);
  }

  private async send({ method, path, headers, body }: SampleRequest, auth: CallContract['auth']): Promise<Answer> {
    const answer = await fetch(`${this.base}${path}`, {
      method,
      headers: { ...headers, ...this.identification(auth) },
      ...(body !== undefined && { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(patience),
    });
    const contentType = answer.headers.get('content-type') ?? '';
    const text = await answer.text();
    return { status: answer.status, contentType, body: parse(text) };
  }

  private identification(auth: CallContract['auth']): Record<string, string> {
    if (auth === 'basic') return { authorization: this.client };
    return auth === 'bearer' && this.token !== undefined ? { authorization: `Bearer ${this.token}` } : {};
  }

  /** Signs in as the login page does. @throws Error when that is refused. */
  async signIn(request: SignIn): Promise<void> {
    const form = { grant_type: 'password', scope: 'server', username: request.user, password: request.password };
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await this.ask({ method: 'POST', path: request.path, headers, body: new URLSearchParams(form).toString() }, 'basic');
    const token = textAt(answer.body, 'access_token');
    if (token === undefined) {
      throw new Error(
        `Signing in as ${request.user} was refused: ${answer.status} ${textAt(answer.body, 'code') ?? ''}. ` +
          'A back end that asks for a captcha refuses every sign-in here: sign in with a browser and give the token with --token, ' +
          'or switch its captcha off for the test (CAPTCHA=off for the reference server)',
      );
    }
    this.token = token;
    this.credentials = request;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
