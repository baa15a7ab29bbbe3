import { useEffect, useRef } from 'react';
import { useFeedback, useTranslate, type WidgetProps } from '../../../src/engine/index.ts';
import type { UploadButtonOptions } from '../../../src/generated/options.ts';
import { FileChooser } from '../../shared/controls/FileChooser.tsx';
import { checkFile } from '../../shared/controls/files.ts';
import { PlainButton } from '../../shared/controls/PlainButton.tsx';
import { useNow } from '../../shared/controls/useNow.ts';
import { askOf, usePress } from '../../shared/controls/usePress.ts';

/** Takes files and hands one after the other to an action. Refused files are named with the reason; the rest goes on. */
export function UploadButton({ options, expose }: WidgetProps<UploadButtonOptions>) {
  const t = useTranslate();
  const feedback = useFeedback();
  const chooser = useRef<HTMLInputElement>(null);
  const { busy, press } = usePress();
  const now = useNow(options);
  useEffect(() => expose({ busy }), [expose, busy]);

  const take = async (files: File[]) => {
    const accepted: File[] = [];
    for (const file of options.multiple ? files : files.slice(0, 1)) {
      const problem = checkFile(file, options);
      if (problem) feedback.message('error', t(problem.key, problem.values));
      else accepted.push(file);
    }
    if (accepted.length === 0) return;
    await press(
      async () => {
        for (const [at, file] of accepted.entries()) {
          const outcome = await options.onFile({ file, name: file.name, size: file.size });
          if (outcome.status === 'done') continue;
          // The action says what became of its own file.
          const left = accepted.slice(outcome.status === 'ignored' ? at : at + 1).map(({ name }) => name);
          if (left.length > 0) feedback.message('warning', t('field.filesLeft', { names: left.join(t('layout.listSeparator')) }));
          return outcome;
        }
        return { status: 'done' };
      },
      undefined,
      () => askOf(now.value),
    );
  };
  return (
    <>
      <PlainButton
        text={options.text}
        icon={options.icon}
        look={options.type}
        danger={options.danger}
        busy={busy}
        disabled={options.disabled}
        aria-label={options.text ? undefined : options.label}
        title={options.text ? undefined : options.label}
        onClick={() => chooser.current?.click()}
      />
      <FileChooser chooser={chooser} accept={options.accept} multiple={options.multiple} onFiles={(files) => void take(files)} />
    </>
  );
}
