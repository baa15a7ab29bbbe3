import type { KeyboardEvent, MouseEvent, ReactNode, Ref } from 'react';
import { useAddressOf, useNavigateTo } from '../../src/engine/index.ts';
import { isUnbroken } from './unbroken.ts';

export interface AnchorProps {
  href: string;
  className?: string;
  children: ReactNode;
  window?: 'same' | 'new' | undefined;
  title?: string | undefined;
  current?: boolean;
  label?: string | undefined;
  tabIndex?: number;
  /** Name to save under: the browser then fetches the address instead of going there. */
  download?: string | undefined;
  anchorRef?: Ref<HTMLAnchorElement>;
  onUse?: () => void;
  onFocus?: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
}

/** Whether a click is a plain one that the application may answer itself: no modifier, first button. */
const isPlain = (event: MouseEvent) => event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** A path of this application (from its root). */
const isPath = (href: string) => /^\/(?![/\\])/.test(href);
/** Addresses a link may lead to: paths, and http or https (never javascript: or data:). */
export const isLinkable = (href: string) => isPath(href) || /^https?:\/\//i.test(href);

/** A real link: the browser's own menu, new tabs and middle clicks work; plain clicks stay inside the application. */
export function Anchor({
  href,
  className,
  children,
  window: target,
  title,
  current,
  label,
  tabIndex,
  download,
  anchorRef,
  onUse,
  onFocus,
  onKeyDown,
}: AnchorProps) {
  const navigate = useNavigateTo();
  const addressOf = useAddressOf();
  const saves = Boolean(download) && isPath(href);
  const inside = isPath(href) && target !== 'new' && !saves;
  return (
    <a
      ref={anchorRef}
      href={isLinkable(href) ? addressOf(href) : undefined}
      className={className}
      title={title}
      aria-current={current ? 'page' : undefined}
      aria-label={label}
      data-unbroken={(typeof children === 'string' && isUnbroken(children)) || undefined}
      tabIndex={tabIndex}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      // A window on a path of ours keeps its opener: the browser then copies the session into it (HOME-08, LOGIN-21).
      {...(saves ? { download } : {})}
      {...(inside || saves ? {} : { target: '_blank', rel: isPath(href) ? 'opener' : 'noreferrer noopener' })}
      onClick={(event) => {
        onUse?.();
        if (!inside || !isPlain(event) || event.defaultPrevented) return;
        event.preventDefault();
        navigate(href);
      }}
    >
      {children}
    </a>
  );
}
