import type { AppState } from '../engine/types.ts';

/** A user as a back end tells of them: by id, by username, or by both. */
export type Person = Record<string, unknown>;
/** A session and whose it is, as the state holds it and as the stats tell it. */
type Seat = Pick<AppState, 'session' | 'user'>;

/** Whether both are the same person: by what both have, ids before usernames. Who has neither is like nobody. */
export function isSamePerson(one: Person | null, other: Person | null): boolean {
  for (const field of ['id', 'username']) {
    const [first, second] = [known(one?.[field]), known(other?.[field])];
    if (first !== undefined && second !== undefined) return first === second;
  }
  return false;
}

/** Who sits at the window: in delegate mode the agent, else the user of the session. */
export function personAt({ session, user }: Seat): Person | null {
  const agent = (session.delegate as { agent?: Person | null } | null)?.agent;
  return agent ?? user;
}

/** The name under which the browser keeps whose settings are whose; '': nobody's. */
export function settingsOwner(seat: Seat): string {
  const person = personAt(seat);
  return known(person?.username) ?? known(person?.id) ?? '';
}

/** Whether what one session was shown may stay for the other: the same person, for the same delegation or in their own name, in the same role view. */
export function hasSameRights(one: Seat, other: Seat): boolean {
  return isSamePerson(one.user, other.user) && limits(one) === limits(other);
}

/** The same as a text that tells apart what may not be shared; undefined: nobody is signed in, or nobody knows who. */
export function rightsKey(seat: Seat): string | undefined {
  const person = known(seat.user?.id) ?? known(seat.user?.username);
  return seat.session.login && person !== undefined ? `${JSON.stringify(person)} ${limits(seat)}` : undefined;
}

/** In whose place and in which role a session looks at the application. */
function limits({ session }: Seat): string {
  const delegate = session.delegate as { id?: unknown } | null;
  return JSON.stringify([delegate?.id ?? delegate, session.viewing?.id ?? session.viewing]);
}

function known(value: unknown): string | undefined {
  return value === undefined || value === null || value === '' ? undefined : String(value);
}
