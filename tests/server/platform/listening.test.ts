import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { tryPort } from '../../../server/listening.ts';

it('a port somebody else has is told with what to do, and one that is free stays free', async () => {
  const other = createServer().listen({ port: 0, host: '127.0.0.1' });
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  await expect(tryPort({ host: '127.0.0.1', port })).rejects.toThrow(`Port ${port} is taken by another program`);
  other.close();
  await once(other, 'close');
  await tryPort({ host: '127.0.0.1', port });
  await tryPort({ host: '127.0.0.1', port });
  await expect(tryPort({ host: '203.0.113.7', port: 0 })).rejects.toThrow('no address of this machine');
});
