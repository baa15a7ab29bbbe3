import { useTranslate, type WidgetProps } from '../../../src/engine/index.ts';
import type { LanguageSwitchOptions } from '../../../src/generated/options.ts';
import { Glyph } from '../../shared/icon/Glyph.tsx';
import { listOf } from '../../shared/list.ts';
import { MenuButton } from '../../shared/menu/MenuButton.tsx';
import './language-switch.css';

/** A menu of languages, each written in itself. */
export function LanguageSwitch({ options }: WidgetProps<LanguageSwitchOptions>) {
  const t = useTranslate();
  const { current, onChange, look = 'text', tone = 'default' } = options;
  const languages = listOf<Record<string, unknown>>(options.items).map((item) => ({
    code: String(item.code ?? ''),
    label: String(item.label ?? item.code ?? ''),
  }));
  const shown = languages.find(({ code }) => code === current);
  const name = t('layout.language');
  return (
    <MenuButton
      label={name}
      isNamedByContent
      className={tone === 'onBanner' ? 'tg-language-on-banner' : undefined}
      entries={languages.map(({ code, label }) => ({
        key: code,
        label,
        lang: code,
        selected: code === current,
        onSelect: () => {
          if (code !== current) void onChange({ value: code });
        },
      }))}
    >
      <Glyph name="globe" />
      {/* The language is said in itself: screen readers change their voice at the part, which no aria-label has. */}
      <span className="tg-hidden">{shown ? `${name}:` : name}</span>{' '}
      {shown ? (
        <span className={look === 'text' ? 'tg-language-name' : 'tg-hidden'} lang={shown.code}>
          {shown.label}
        </span>
      ) : null}
    </MenuButton>
  );
}
