import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';

type Key = Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];

/** What the next id token is like. Left out: right. */
export interface Forgery {
  claims?: JWTPayload;
  expires?: number;
  /** Signed by a key nobody published, by nothing, or by the secret of the client. */
  signature?: 'other' | 'none' | 'secret';
  /** It gives none: the code is not one of its own. */
  refused?: boolean;
}

/** A provider that says whatever a test wants, so that every lie can be told. */
export interface Forger {
  issuer: string;
  next: Forgery;
  /** Answer of the userinfo endpoint. */
  userinfo: Record<string, unknown>;
  /** Bodies of the requests for tokens. */
  asked: URLSearchParams[];
  /** How often its addresses were read. */
  discovered: number;
  close(): Promise<void>;
}

export const forgerClient = { clientId: 'forged', clientSecret: 'another-secret-of-the-tests-0123456789' };

export async function startForger(): Promise<Forger> {
  const [keys, others] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  const jwks = { keys: [{ ...(await exportJWK(keys.publicKey)), use: 'sig', alg: 'RS256', kid: 'one' }] };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += String(chunk);
    });
    request.on('end', () => {
      void answer(request.url ?? '', body).then((value) => {
        response.statusCode = forger.next.refused && request.url === '/token' ? 400 : 200;
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(value));
      });
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const forger: Forger = {
    issuer,
    next: {},
    userinfo: {},
    asked: [],
    discovered: 0,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };

  async function answer(path: string, body: string): Promise<unknown> {
    if (path.startsWith('/.well-known')) {
      forger.discovered += 1;
      return {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/userinfo`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      };
    }
    if (path.startsWith('/jwks')) return jwks;
    if (path.startsWith('/userinfo')) return forger.userinfo;
    forger.asked.push(new URLSearchParams(body));
    if (forger.next.refused) return { error: 'invalid_grant' };
    return { access_token: 'opaque', token_type: 'Bearer', id_token: await idToken(forger.next) };
  }

  async function idToken({ claims = {}, expires = 300, signature }: Forgery): Promise<string> {
    const payload = {
      iss: issuer,
      aud: forgerClient.clientId,
      sub: 'forged-auditor',
      email: 'auditor@example.test',
      email_verified: true,
      ...claims,
    };
    const now = Math.floor(Date.now() / 1000);
    if (signature === 'none')
      return new UnsecuredJWT(payload)
        .setIssuedAt(now)
        .setExpirationTime(now + expires)
        .encode();
    const isSecret = signature === 'secret';
    const key: Key | Uint8Array = isSecret
      ? new TextEncoder().encode(forgerClient.clientSecret)
      : signature === 'other'
        ? others.privateKey
        : keys.privateKey;
    return await new SignJWT(payload)
      .setProtectedHeader({ alg: isSecret ? 'HS256' : 'RS256', kid: 'one' })
      .setIssuedAt(expires < 0 ? now + expires - 300 : now)
      .setExpirationTime(now + expires)
      .sign(key);
  }
  return forger;
}
