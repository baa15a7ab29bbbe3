import { readFile } from 'node:fs/promises';
import Fastify from 'fastify';

/**
 * node same-bytes.mjs PORT FILE: bare Fastify that answers fixed bytes. FILE holds {"<path>": {"type": "<content type>", "body": "<text>"}}.
 * `/` answers a page, by which its starter knows that it is there.
 */
const [port, file] = process.argv.slice(2);
const answers = JSON.parse(await readFile(file, 'utf8'));
const app = Fastify();
app.get('/', (_request, reply) => reply.type('text/html').send('<html></html>'));
for (const [path, { type, body }] of Object.entries(answers)) {
  app.get(path, (_request, reply) => reply.type(type).send(body));
}
await app.listen({ port: Number(port), host: '127.0.0.1' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0));
