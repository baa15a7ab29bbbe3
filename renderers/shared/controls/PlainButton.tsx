import { type ButtonHTMLAttributes, forwardRef } from 'react';
import { Icon } from '../icon/Icon.tsx';
import { isUnbroken } from '../unbroken.ts';
import './control.css';

export interface PlainButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> {
  text?: string;
  icon?: string;
  look?: 'primary' | 'default' | 'text' | 'link';
  danger?: boolean;
  size?: 'small' | 'middle' | 'large';
  block?: boolean;
  busy?: boolean;
  /** Looks busy, and can be pressed all the same: what is wished anew counts. */
  waiting?: boolean;
  /** Disabled but focusable, so that its reason can be read. */
  blocked?: boolean;
  submit?: boolean;
}

/** The button of the house. Busy and blocked ones keep the focus and ignore clicks. */
export const PlainButton = forwardRef<HTMLButtonElement, PlainButtonProps>(function PlainButton(props, ref) {
  const {
    text,
    icon,
    look = 'default',
    danger,
    size = 'middle',
    block,
    busy,
    waiting,
    blocked,
    submit,
    children,
    onClick,
    ...rest
  } = props;
  const isWorking = busy || waiting;
  return (
    <button
      {...rest}
      ref={ref}
      type={submit ? 'submit' : 'button'}
      className={rest.className ? `tg-command ${rest.className}` : 'tg-command'}
      data-type={look}
      data-danger={danger || undefined}
      data-size={size}
      data-block={block || undefined}
      data-unbroken={(text !== undefined && isUnbroken(text)) || undefined}
      aria-busy={isWorking || undefined}
      aria-disabled={blocked || busy || undefined}
      onClick={(event) => {
        if (blocked || busy) {
          event.preventDefault();
          event.stopPropagation();
          return;
        }
        onClick?.(event);
      }}
    >
      {isWorking ? <span className="tg-spinner" aria-hidden="true" /> : icon ? <Icon name={icon} /> : null}
      {text ? <span>{text}</span> : null}
      {children}
    </button>
  );
});
