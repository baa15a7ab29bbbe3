import { once } from 'node:events';
import { createServer } from 'node:net';
import { type Settings, StartError } from './settings.ts';

type Place = Pick<Settings, 'host' | 'port'>;

/** @throws StartError where nobody can listen there, with what to do about it. */
export async function listen(http: { listen(place: Place): Promise<unknown> }, { host, port }: Place): Promise<void> {
  await http.listen({ host, port }).catch((error: unknown) => {
    throw unheard(error, { host, port });
  });
}

/** Whether the server will be heard where it is to listen, before anything is made for it. @throws StartError as `listen` */
export async function tryPort({ host, port }: Place): Promise<void> {
  const probe = createServer();
  await listen({ listen: (place) => once(probe.listen(place), 'listening') }, { host, port });
  probe.close();
  await once(probe, 'close');
}

function unheard(error: unknown, { host, port }: Place): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE') return new StartError(`Port ${port} is taken by another program: set PORT to another one.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartError(`HOST is ${JSON.stringify(host)}, which is no address of this machine: leave it out to listen on all.`);
  if (code === 'EACCES') return new StartError(`Port ${port} needs more rights: set PORT to one above 1023.`);
  return error;
}
