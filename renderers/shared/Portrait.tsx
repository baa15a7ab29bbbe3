import { useState } from 'react';
import './portrait.css';

/** MISC-02: a value is a path when it holds a slash or a dot; one that already contains `http` stays, others are resolved to a full address. */
export function portraitAddress(src: string | null | undefined, base: string): string | undefined {
  const value = src?.trim();
  if (!value || !/[/.]/.test(value)) return undefined;
  if (/^(https?:\/\/|data:image\/|blob:)/i.test(value)) return value;
  if (/^[a-z][a-z0-9+.-]*:/i.test(value)) return undefined;
  if (value.includes('http')) return value;
  return URL.canParse(value, base) ? new URL(value, base).href : undefined;
}

/** First letter of a name as a reader sees it (a whole character, also of the wider planes), in upper case. */
export function firstLetter(name: string | null | undefined): string {
  return ([...(name?.trim() ?? '')][0] ?? '').toLocaleUpperCase();
}

/** Letters that fill the square of their font, as those of Chinese, Japanese and Korean names do. */
function isWide(letter: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}\uff01-\uff5e]/u.test(letter);
}

export interface PortraitProps {
  src?: string | null | undefined;
  name?: string | null | undefined;
  size: number;
  base?: string | undefined;
  decorative?: boolean | undefined;
}

/** Picture of a user, or the first letter of the name: 0.8 of the size high (MISC-02, MISC-03). */
export function Portrait({ src, name, size, base = window.location.origin, decorative }: PortraitProps) {
  const address = portraitAddress(src, base);
  const [failed, setFailed] = useState<string>();
  const label = decorative ? '' : (name ?? '');
  const box = { width: size, height: size };
  if (address && address !== failed) {
    return <img className="tg-portrait" src={address} alt={label} style={box} onError={() => setFailed(address)} />;
  }
  const named = label ? ({ role: 'img', 'aria-label': label } as const) : ({ 'aria-hidden': true } as const);
  return (
    <span className="tg-portrait" {...named} style={{ ...box, fontSize: size * 0.8 }}>
      <span className="tg-portrait-letter" data-wide={isWide(firstLetter(name)) || undefined}>
        {firstLetter(name)}
      </span>
    </span>
  );
}
