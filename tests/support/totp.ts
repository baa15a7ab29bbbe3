import { TOTP } from 'otpauth';

/** Seconds of a code. */
const period = 30;

/** The code an app with this key shows so many steps from now. The one of the next step counts already; each counts once. */
export function codeOf(key: string, steps = 0): string {
  return new TOTP({ secret: key }).generate({ timestamp: Date.now() + steps * period * 1_000 });
}
