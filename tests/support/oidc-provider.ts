import { createServer, type RequestListener, type Server } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import { type Configuration, Provider } from 'oidc-provider';

/** A provider of OpenID Connect on this machine; whoever signs in there as `name` is name@<domain>. */
export interface OidcProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Whether it says that the addresses are verified. Default true. */
  verified: boolean;
  /** Default example.test. */
  domain: string;
  /** Begins anew, with keys of its own, for the client at these addresses. Until the first time it answers nothing. */
  begin(client: ClientAddresses): Promise<void>;
  close(): Promise<void>;
}

interface ClientAddresses {
  redirectUri: string;
  logoutUri?: string;
}

/** Listens on a free port at once, so that a server can be told of it before its own address, and so the client's, is known. */
export async function startOidcProvider(client?: ClientAddresses): Promise<OidcProvider> {
  let answer: RequestListener = (_request, response) => void response.writeHead(503).end();
  const server = createServer((request, response) => answer(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const made: OidcProvider = {
    issuer,
    clientId: 'targus',
    clientSecret: 'a-secret-of-the-tests-that-nobody-may-see',
    verified: true,
    domain: 'example.test',
    async begin(addresses) {
      answer = await providerOf(made, addresses);
    },
    close: () => closed(server),
  };
  if (client) await made.begin(client);
  return made;
}

async function providerOf(made: OidcProvider, { redirectUri, logoutUri }: ClientAddresses): Promise<RequestListener> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const configuration: Configuration = {
    clients: [
      {
        client_id: made.clientId,
        client_secret: made.clientSecret,
        redirect_uris: [redirectUri],
        ...(logoutUri !== undefined && { post_logout_redirect_uris: [logoutUri] }),
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256', kid: 'tests' }] },
    cookies: { keys: ['tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'preferred_username'] },
    pkce: { required: () => true },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    async findAccount(_context, id) {
      return {
        accountId: id,
        claims: async () => ({ sub: id, email: `${id}@${made.domain}`, email_verified: made.verified, preferred_username: id }),
      };
    },
  };
  return new Provider(made.issuer, configuration).callback();
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
}
