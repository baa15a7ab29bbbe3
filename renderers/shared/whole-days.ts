import { createElement, Fragment, type ReactNode } from 'react';

const days = /(?<![\d-])(\d{4}-\d{2}-\d{2})(?![\d-])/;

/** A text whose days stay whole: browsers break lines behind hyphens, those of 2026-03-01 too. */
export function wholeDays(text: string): ReactNode {
  const parts = text.split(days);
  if (parts.length === 1) return text;
  // Every other part is a day.
  const shown = parts.map((part, index) => (index % 2 === 0 ? part : createElement('span', { className: 'tg-day' }, part)));
  return createElement(Fragment, null, ...shown);
}
