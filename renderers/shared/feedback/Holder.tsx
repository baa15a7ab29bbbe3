import { Modal, message, notification } from 'antd';
import { useLayoutEffect, useRef, useState } from 'react';
import { observer, useLanguage, useTranslate } from '../../../src/engine/index.ts';
import type { DialogWords, Feedback } from '../../../src/engine/types.ts';
import { TabRound } from '../controls/TabRound.tsx';
import { Glyph } from '../icon/Glyph.tsx';
import { Library } from '../theme/Library.tsx';
import { cover } from './cover.ts';
import { Sign } from './Sign.tsx';
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
  const close = useRef('');
  close.current = useTranslate()('table.close');

  const shown = useRef(new Map<string, number>());
  const count = useRef(0);

  useLayoutEffect(() => {
    attach({
      message: (level, text) => {
        // The same words again are the same message, shown longer. One that is on its way out is another: the component library would keep it for good.
        const words = `${level} ${text}`;
        const number = shown.current.get(words) ?? ++count.current;
        shown.current.set(words, number);
        const key = `${number}`;
        const forget = () => {
          if (shown.current.get(words) === number) shown.current.delete(words);
        };
        void messages.open({
          key,
          onClose: forget,
          type: level,
          icon: <Sign level={level} />,
          content: <span role={level === 'error' ? 'alert' : 'status'}>{text}</span>,
          duration: seconds(level),
        });
        return () => {
          forget();
          messages.destroy(key);
        };
      },
      notification: (level, title, text) => {
        const role = level === 'error' || level === 'warning' ? 'alert' : 'status';
        notifications.open({
          type: level,
          icon: <Sign level={level} />,
          // A link that leads nowhere has no role of its own.
          closable: { ...{ role: 'button' }, 'aria-label': close.current, closeIcon: <Glyph name="close" /> },
          message: title ?? text,
          description: title ? text : undefined,
          role,
          duration: seconds(level) + 2,
        });
      },
      dialog: ({ level, danger, fixed, alone, signal, words }) =>
        new Promise((resolve) => {
          // What was taken away before the code of dialogs came is not shown any more.
          if (signal?.aborted) return resolve(false);
          const uncover = alone ? cover() : undefined;
          // Whoever can take the dialog away says when what is behind it may be seen.
          const answer = (agreed: boolean) => {
            if (!signal) uncover?.();
            resolve(agreed);
          };
          const first = words();
          const { title, cancelText } = first;
          const say = (part: keyof DialogWords) => <Said words={words} part={part} first={first} />;
          const settings = {
            title: (
              <>
                {say(title ? 'title' : 'text')}
                <TabRound />
              </>
            ),
            content: title ? <span style={{ whiteSpace: 'pre-line' }}>{say('text')}</span> : undefined,
            okText: say('okText'),
            icon: <Sign level={level} />,
            centered: true,
            keyboard: !fixed,
            autoFocusButton: danger ? ('cancel' as const) : ('ok' as const),
            okButtonProps: { danger: danger ?? false },
            onOk: () => answer(true),
            onCancel: () => answer(false),
            ...(alone && { rootClassName: 'tg-alone' }),
          };
          const asksBoth = level === 'confirm' || cancelText !== undefined;
          const dialog = asksBoth
            ? dialogs.confirm({ ...settings, ...(cancelText === undefined ? {} : { cancelText: say('cancelText') }) })
            : dialogs[level](settings);
          signal?.addEventListener('abort', () => {
            dialog.destroy();
            uncover?.();
            resolve(false);
          });
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

/** Words of an open dialog: as they were said first, until the language changes. */
const Said = observer(function Said({ words, part, first }: { words: () => DialogWords; part: keyof DialogWords; first: DialogWords }) {
  const language = useLanguage();
  const [opened] = useState(language);
  return (language === opened ? first : words())[part] ?? first[part];
});
