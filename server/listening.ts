import { listenBriefly, whyUnheard } from './bin/lib/port.mjs';
import { type Settings, StartError } from './settings.ts';

type Place = Pick<Settings, 'host' | 'port'>;

/** `prefix`: of the settings that name the place. @throws StartError where nobody can listen there, with what to do about it. */
export async function listen(http: { listen(place: Place): Promise<unknown> }, { host, port }: Place, prefix = ''): Promise<void> {
  await http.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
    const why = whyUnheard(error, { host, port }, prefix);
    throw why === undefined ? error : new StartError(why);
  });
}

/** Whether the server will be heard where it is to listen, before anything is made for it. @throws StartError as `listen` */
export async function tryPort(place: Place, prefix = ''): Promise<void> {
  await listen({ listen: listenBriefly }, place, prefix);
}
