import type { WidgetProps } from '../../../src/engine/index.ts';
import type { LinkOptions } from '../../../src/generated/options.ts';
import { Anchor, isLinkable } from '../../shared/Anchor.tsx';
import { Icon } from '../../shared/icon/Icon.tsx';
import './link.css';

/** A link, a button that looks like one, or only its text when it may lead nowhere. */
export function Link({ options }: WidgetProps<LinkOptions>) {
  const { text, href, onClick, window: target, icon, tone = 'primary', disabled, download } = options;
  const className = `tg-link tg-link-${tone}`;
  const content = (
    <>
      {icon ? <Icon name={icon} /> : null}
      {text}
    </>
  );
  if (onClick) {
    return (
      <button type="button" className={className} disabled={disabled} onClick={() => void onClick()}>
        {content}
      </button>
    );
  }
  if (disabled || !href || !isLinkable(href)) return <span className="tg-link-off">{content}</span>;
  return (
    <Anchor href={href} className={className} window={target} download={download}>
      {content}
    </Anchor>
  );
}
