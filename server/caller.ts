import type { Context } from './context.ts';
import { untilGone } from './gone.ts';

/** An account, and whoever acts for it. */
interface Account {
  id: string;
  agent?: { id: string } | undefined;
}

/** Whoever has a share link. */
export function linkCaller(id: number): string {
  return `link:${id}`;
}

/** Whose share work counts for: that of an account; of whoever acts for somebody, their own. */
export function accountCaller({ id, agent }: Account): string {
  return `account:${agent?.id ?? id}`;
}

/** Whoever makes a call. */
export function callerOf({ user }: { user: Account | undefined }): string {
  return user ? accountCaller(user) : 'visitor';
}

/** Whoever waits for the answer of a call, until they go away: what their work waits in rows by. */
export function askerOf(context: Pick<Context, 'user' | 'reply'>): { caller: string; signal: AbortSignal } {
  return { caller: callerOf(context), signal: untilGone(context.reply) };
}
