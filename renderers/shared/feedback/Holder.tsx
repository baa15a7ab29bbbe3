import { Modal, message, notification } from 'antd';
import { useLayoutEffect } from 'react';
import type { Feedback } from '../../../src/engine/types.ts';
import { Library } from '../theme/Library.tsx';
import './feedback.css';

type Level = Parameters<Feedback['message']>[0];
const seconds = (level: Level) => (level === 'error' || level === 'warning' ? 6 : 3);

/** Renders messages, notifications and dialogs of the component library inside the theme. */
export function Holder(props: { attach: (feedback: Feedback | undefined) => void }) {
  return (
    <Library>
      <Held {...props} />
    </Library>
  );
}

function Held({ attach }: { attach: (feedback: Feedback | undefined) => void }) {
  const [messages, messageHolder] = message.useMessage({ maxCount: 5 });
  const [notifications, notificationHolder] = notification.useNotification({ placement: 'topRight' });
  const [dialogs, dialogHolder] = Modal.useModal();

  useLayoutEffect(() => {
    attach({
      message: (level, text) => {
        void messages.open({
          // The same words again are the same message, shown longer.
          key: `${level} ${text}`,
          type: level,
          content: <span role={level === 'error' ? 'alert' : 'status'}>{text}</span>,
          duration: seconds(level),
        });
      },
      notification: (level, title, text) => {
        const role = level === 'error' || level === 'warning' ? 'alert' : 'status';
        notifications.open({
          type: level,
          message: title ?? text,
          description: title ? text : undefined,
          role,
          duration: seconds(level) + 2,
        });
      },
      dialog: ({ level, title, text, okText, cancelText, danger, fixed }) =>
        new Promise((resolve) => {
          const settings = {
            title: title ?? text,
            content: title ? <span style={{ whiteSpace: 'pre-line' }}>{text}</span> : undefined,
            okText,
            centered: true,
            keyboard: !fixed,
            autoFocusButton: danger ? ('cancel' as const) : ('ok' as const),
            okButtonProps: { danger: danger ?? false },
            onOk: () => resolve(true),
            onCancel: () => resolve(false),
          };
          if (level === 'confirm' || cancelText !== undefined) {
            dialogs.confirm({ ...settings, ...(cancelText === undefined ? {} : { cancelText }) });
          } else dialogs[level](settings);
        }),
    });
    return () => attach(undefined);
  }, [attach, messages, notifications, dialogs]);

  return (
    <>
      {messageHolder}
      {notificationHolder}
      {dialogHolder}
    </>
  );
}
