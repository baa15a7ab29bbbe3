import { once } from 'node:events';
import { createServer } from 'node:net';
import { StepError } from './steps.mjs';

/** Why nobody can listen there, with what to do about it; undefined where something else went wrong. `prefix`: of the settings that name the place. */
export function whyUnheard({ code }, { host, port }, prefix = '') {
  if (code === 'EADDRINUSE') return `Port ${port} is taken by another program: set ${prefix}PORT to another one.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${prefix}HOST is ${JSON.stringify(host)}, which is no address of this machine: leave it out${prefix === '' ? ' to listen on all' : ''}.`;
  if (code === 'EACCES') return `Port ${port} needs more rights: set ${prefix}PORT to one above 1023.`;
  return undefined;
}

/** Listens at a place for a moment. Rejects where nobody can. */
export async function listenBriefly(place) {
  const probe = createServer();
  await once(probe.listen(place), 'listening');
  probe.close();
  await once(probe, 'close');
}

/**
 * Whether the server will be heard, before anything is installed or built for it. What is no port, or fails otherwise, is left to the server, which
 * reads all settings and says what is wrong with them.
 * @throws StepError where nobody can listen at HOST and PORT
 */
export async function tryAddress({ PORT, HOST }) {
  const port = Number(PORT?.trim() || 3000);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return;
  const place = { host: HOST?.trim() || '0.0.0.0', port };
  try {
    await listenBriefly(place);
  } catch (error) {
    const why = whyUnheard(error, place);
    if (why !== undefined) throw new StepError(why);
  }
}
