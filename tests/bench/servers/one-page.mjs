import Fastify from 'fastify';

// node one-page.mjs PORT: bare Fastify that sends one page, the least `npm start` could do.
const app = Fastify();
app.get('/', (_request, reply) => reply.type('text/html').send('<!doctype html><html lang="en"><title>One page</title></html>'));
await app.listen({ port: Number(process.argv[2]), host: '127.0.0.1' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0));
