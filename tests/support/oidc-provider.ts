import { createServer, type Server } from 'node:http';
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
  close(): Promise<void>;
}

export async function startOidcProvider(options: { port?: number; redirectUri: string; logoutUri?: string }): Promise<OidcProvider> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(options.port ?? 0, '127.0.0.1', done));
  const address = server.address();
  const issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const made: OidcProvider = {
    issuer,
    clientId: 'targus',
    clientSecret: 'a-secret-of-the-tests-that-nobody-may-see',
    verified: true,
    domain: 'example.test',
    close: () => closed(server),
  };
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const configuration: Configuration = {
    clients: [
      {
        client_id: made.clientId,
        client_secret: made.clientSecret,
        redirect_uris: [options.redirectUri],
        ...(options.logoutUri !== undefined && { post_logout_redirect_uris: [options.logoutUri] }),
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
  const provider = new Provider(issuer, configuration);
  server.on('request', provider.callback());
  return made;
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
}
