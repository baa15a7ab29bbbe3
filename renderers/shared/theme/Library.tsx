import { ConfigProvider, type ThemeConfig } from 'antd';
import { createContext, type ReactNode, useContext } from 'react';
import type { ThemeDocument } from '../../../src/core/types.ts';
import { REDUCED_MOTION, useMedia } from '../useMedia.ts';
import { useLibraryLocale } from './locale.ts';
import { LookContext, type LookValues } from './look-context.ts';
import { algorithmOf, placeholderOf } from './tokens.ts';

const InsideContext = createContext(false);

/**
 * Theme, texts and style nonce for the component library inside. Stands around each widget that is built on it, and not around the
 * application: pages without such a widget, the login page for one, load nothing of the library.
 */
export function Library({ children }: { children: ReactNode }) {
  const look = useContext(LookContext);
  const isInside = useContext(InsideContext);
  return look && !isInside ? <Boundary look={look}>{children}</Boundary> : children;
}

function Boundary({ look, children }: { look: LookValues; children: ReactNode }) {
  const { theme, language, nonce, popups } = look;
  const locale = useLibraryLocale(language);
  const isStill = useMedia(REDUCED_MOTION);
  return (
    <InsideContext.Provider value={true}>
      <ConfigProvider theme={themeConfig(theme, isStill)} locale={locale} {...(nonce ? { csp: { nonce } } : {})} getPopupContainer={popups}>
        {children}
      </ConfigProvider>
    </InsideContext.Provider>
  );
}

const configs = { moving: new WeakMap<ThemeDocument, ThemeConfig>(), still: new WeakMap<ThemeDocument, ThemeConfig>() };

/**
 * Theme of the component library: the algorithm of the tone, the tokens of the document, and component tokens that keep accents readable as text.
 * `isStill` switches its animations off, for people who asked their system for less motion.
 */
export function themeConfig(theme: ThemeDocument, isStill = false): ThemeConfig {
  const known = configs[isStill ? 'still' : 'moving'];
  let config = known.get(theme);
  if (!config) {
    config = configOf(theme, isStill);
    known.set(theme, config);
  }
  return config;
}

function configOf(theme: ThemeDocument, isStill: boolean): ThemeConfig {
  const accent = theme.tokens.colorPrimaryText ?? theme.tokens.colorPrimary;
  const text = typeof accent === 'string' ? accent : undefined;
  return {
    // No css-variable mode: its style elements are inserted without the nonce (@ant-design/cssinjs 1.24, useCSSVarRegister), so a strict CSP refuses them.
    algorithm: algorithmOf(theme),
    token: { ...theme.tokens, colorTextPlaceholder: placeholderOf(theme), ...(isStill && { motion: false }) },
    ...(text
      ? {
          components: {
            Pagination: { itemActiveColor: text, itemActiveColorHover: text },
            Tabs: { itemSelectedColor: text, itemHoverColor: text, inkBarColor: text },
            Button: { defaultHoverColor: text, defaultHoverBorderColor: text, defaultActiveColor: text },
            Radio: { buttonCheckedColorDisabled: text },
          },
        }
      : {}),
  };
}
