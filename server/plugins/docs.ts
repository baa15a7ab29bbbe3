import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { OpenApiParts } from '../../src/core/types.ts';
import openapi from '../../src/generated/openapi.json' with { type: 'json' };
import { type ServedFile, sendFile, servedFile } from '../documents/served-file.ts';
import type { Documents } from '../documents.ts';
import { ApiError } from '../errors.ts';
import { sendPage } from './web.ts';

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="csp-nonce" content="__CSP_NONCE__">
    <title>Targus API</title>
    <link rel="stylesheet" href="/api/docs/swagger-ui.css">
    <link rel="icon" type="image/png" href="/api/docs/favicon-32x32.png">
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;

const script = 'text/javascript; charset=utf-8';

/**
 * GET /api/docs: the contracts as Swagger UI, from src/generated/openapi.json and the services of the overlay, under the same policy as
 * every page. What the page runs lies beside this file, and beside the built server.
 */
export function registerDocs(app: FastifyInstance, documents: Pick<Documents, 'openApi'>): void {
  const start = readFileSync(new URL('./api-docs.js', import.meta.url));
  const files = new Map<string, ServedFile>([['start.js', servedFile(start, script, false)]]);
  let described: OpenApiParts | undefined | null = null;
  const packaged: Record<string, string> = {
    'swagger-ui.css': 'text/css; charset=utf-8',
    'swagger-ui-bundle.js': script,
    'favicon-32x32.png': 'image/png',
  };
  const fileOf = (name: string): ServedFile | undefined => {
    const own = documents.openApi();
    if (name === 'openapi.json' && own !== described) {
      files.set(name, servedFile(JSON.stringify(descriptionWith(own)), 'application/json; charset=utf-8', false));
      described = own;
    }
    const type = packaged[name];
    if (type && !files.has(name)) files.set(name, servedFile(readFileSync(join(swaggerFolder(), name)), type, false));
    return files.get(name);
  };
  for (const address of ['/api/docs', '/api/docs/']) app.get(address, async (_request, reply) => sendPage(reply, page));
  app.get<{ Params: { name: string } }>('/api/docs/:name', async (request, reply) => {
    const file = fileOf(request.params.name);
    if (!file) throw new ApiError('NOT_FOUND');
    return sendFile(request, reply, file);
  });
}

/** What the overlay says of a call or a service takes the place of what the product says. */
function descriptionWith(own: OpenApiParts | undefined): object {
  if (own === undefined) return openapi;
  const { schemas: shippedSchemas } = openapi.components;
  const shipped: Record<string, object> = openapi.paths;
  const paths = Object.entries(own.paths).map(([path, operations]) => [path, { ...shipped[path], ...operations }]);
  const named = new Set(own.tags.map(({ name }) => name));
  return {
    ...openapi,
    tags: [...own.tags, ...openapi.tags.filter(({ name }) => !named.has(name))],
    paths: { ...openapi.paths, ...Object.fromEntries(paths) },
    components: { ...openapi.components, schemas: { ...shippedSchemas, ...own.schemas, Failure: shippedSchemas.Failure } },
  };
}

function swaggerFolder(): string {
  const require = createRequire(import.meta.url);
  return join(dirname(require.resolve('@fastify/swagger-ui/package.json')), 'static');
}
