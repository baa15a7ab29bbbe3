import type { Context } from './context.ts';
import { untilGone } from './gone.ts';

/** Whose share work counts for: that of an account; of whoever acts for somebody, their own. */
export function accountCaller(id: string | number): string {
  return `account:${id}`;
}

/** Whoever has a share link. */
export function linkCaller(id: number): string {
  return `link:${id}`;
}

/** Whoever makes a call. */
export function callerOf({ user }: Pick<Context, 'user'>): string {
  return user ? accountCaller(user.agent?.id ?? user.id) : 'visitor';
}

/** Whoever waits for the answer of a call, until they go away: what their work waits in rows by. */
export function askerOf(context: Pick<Context, 'user' | 'reply'>): { caller: string; signal: AbortSignal } {
  return { caller: callerOf(context), signal: untilGone(context.reply) };
}
