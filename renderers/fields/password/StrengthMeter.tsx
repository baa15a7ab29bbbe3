import { useTranslate } from '../../../src/engine/index.ts';
import { strengthOf } from './strength.ts';
import './password.css';

const LEVELS = { weak: 1, fair: 2, strong: 3 } as const;

/** Three bars and a word below a password; nothing while it is empty. The word is read out when it changes. */
export function StrengthMeter({ password }: { password: string }) {
  const t = useTranslate();
  const strength = password === '' ? undefined : strengthOf(password);
  return (
    <div className="tg-strength" data-strength={strength}>
      <span className="tg-strength-bars" aria-hidden="true">
        {Object.entries(LEVELS).map(([name, level]) => (
          <span key={name} data-on={(strength !== undefined && level <= LEVELS[strength]) || undefined} />
        ))}
      </span>
      <span className="tg-strength-word" role="status">
        {strength === undefined ? '' : t(`field.strength.${strength}`)}
      </span>
    </div>
  );
}
