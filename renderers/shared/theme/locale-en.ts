import type { Locale } from 'antd/es/locale';
import library from 'antd/locale/en_US';

// Some loaders hand over the CommonJS wrapper, others what is in it.
export const locale: Locale = (library as Locale & { default?: Locale }).default ?? library;
