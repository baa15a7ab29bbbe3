import type { WordedContext } from '../../context.ts';
import type { OwnPassword, Principal } from '../../contracts.ts';
import { dayIn } from '../../days.ts';
import { languageOf } from '../../language.ts';
import { wordsOfArea } from '../../reader.ts';
import type { PrincipalAnswer } from './principal.ts';

const dayMilliseconds = 24 * 60 * 60 * 1_000;
/** How long before a password runs out its owner is reminded; none runs out sooner after the installation decided that they do. */
export const remindedDays = 14;

/** Whether somebody has to set a password of their own before anything else: the administration chose theirs and says so, or it has run out. */
function isDue({ given, ownIsForced, until }: OwnPassword): boolean {
  return (given && ownIsForced) || (until !== null && until.getTime() <= Date.now());
}

/** What a user has to do before anything but what is `said`. One after the other: the password first. */
export function whatIsDue(
  { password, factorDue }: Principal,
  said: { whilePasswordDue?: boolean | undefined; whileFactorDue?: boolean | undefined } = {},
): 'PASSWORD_DUE' | 'SECOND_FACTOR_DUE' | undefined {
  if (password && isDue(password)) return said.whilePasswordDue ? undefined : 'PASSWORD_DUE';
  return factorDue && !said.whileFactorDue ? 'SECOND_FACTOR_DUE' : undefined;
}

/** What a kept answer about the person depends on besides its data: the reminder changes by time alone. */
export function dueKey({ password, factorDue }: Principal, context: WordedContext): string {
  const { until = null } = password ?? {};
  const left = until === null ? '' : Math.ceil((until.getTime() - Date.now()) / dayMilliseconds);
  const whose = password ? (password.given ? 'given' : 'own') : 'none';
  return `${languageOf(context)} ${whose} ${password && isDue(password) ? 'due' : ''} ${factorDue ? 'factor' : ''} ${left}`;
}

/** The principal with what their password and second factor ask of them, in the language of the reader (STATE-05, ERR-08). */
export function withPassword(context: WordedContext, principal: PrincipalAnswer, { password, factorDue }: Principal): PrincipalAnswer {
  if (!password) return principal;
  return {
    ...principal,
    factorDue: factorDue ?? false,
    remind: reminder(context, password),
    passwordGiven: password.given,
    passwordDue: isDue(password),
  };
}

function reminder(context: WordedContext, password: OwnPassword): string | null {
  const { until } = password;
  // Whoever has to set one is led there at once.
  if (until === null || isDue(password) || until.getTime() - Date.now() > remindedDays * dayMilliseconds) return null;
  const say = wordsOfArea(context, (key) => `settings.${key}`);
  return say('passwordRunsOut', { date: dayIn(context.services.settings.timeZone, until) });
}
