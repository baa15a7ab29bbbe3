import { type Translate, useApp, useTranslate, type WidgetProps } from '../../../src/engine/index.ts';
import type { ThemeSwitchOptions } from '../../../src/generated/options.ts';
import { Glyph } from '../../shared/icon/Glyph.tsx';
import { listOf } from '../../shared/list.ts';
import { MenuButton } from '../../shared/menu/MenuButton.tsx';
import { themeChoices } from './choices.ts';
import './theme-switch.css';

/** A menu of themes with samples of their colours. */
export function ThemeSwitch({ options }: WidgetProps<ThemeSwitchOptions>) {
  const t = useTranslate();
  const { manifest } = useApp();
  const { current, onChange, look = 'icon' } = options;
  const localized = (value: unknown) => t.localized(value as Parameters<Translate['localized']>[0]);
  const choices = themeChoices(listOf<Record<string, unknown>>(options.items), manifest, localized);
  const shown = choices.find(({ code }) => code === current);
  const name = t('layout.theme');
  return (
    <MenuButton
      label={shown ? `${name}: ${shown.label}` : name}
      entries={choices.map(({ code, label, disabled, sample }) => ({
        key: code,
        label,
        disabled,
        selected: code === current,
        sample: (
          <span className="tg-theme-sample" aria-hidden="true">
            {sample.map((colour) => (
              <span key={colour} style={{ background: colour }} />
            ))}
          </span>
        ),
        onSelect: () => {
          if (code !== current) void onChange({ value: code });
        },
      }))}
    >
      <Glyph name="palette" />
      {look === 'text' && shown ? <span>{shown.label}</span> : null}
    </MenuButton>
  );
}
