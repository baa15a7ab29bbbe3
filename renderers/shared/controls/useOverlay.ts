import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  askToDiscard,
  askToDiscardTyped,
  type FormModel,
  useController,
  useFeedback,
  useTranslate,
  type WidgetProps,
} from '../../../src/engine/index.ts';
import type { DialogOptions } from '../../../src/generated/options.ts';
import type { OverlayForms } from './overlay.ts';
import { submitted } from './submitted.ts';

interface State {
  open: boolean;
  with: Record<string, unknown> | undefined;
}
/** Its number among all times it was opened: who opens it while it still goes away gets nothing of what stood in it. */
interface Shown extends State {
  turn: number;
}

/**
 * Opening and closing of a dialog or drawer: by the steps open and close, by OK (after its form was submitted and onOk succeeded), and by
 * Escape or cancel (which wait for a form inside that is being saved, and ask before changes are lost).
 */
export function useOverlay({ options, node, expose }: Pick<WidgetProps<DialogOptions>, 'options' | 'node' | 'expose'>) {
  const feedback = useFeedback();
  const t = useTranslate();
  const [state, setState] = useState<Shown>({ open: false, with: undefined, turn: 0 });
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const inside = useRef(new Map<FormModel, { name: string | undefined; isLost: () => boolean }>());
  const latest = useRef<{ options: DialogOptions; state: State; accept?: () => Promise<void> }>({ options, state });
  latest.current = { ...latest.current, options, state };
  const forms = useMemo<OverlayForms>(
    () => ({
      add: (name, form, isLost) => {
        inside.current.set(form, { name, isLost });
        const { submit } = latest.current.options;
        if (submit !== undefined && submit === name) form.onEnter = () => void latest.current.accept?.();
        return () => {
          inside.current.delete(form);
          form.onEnter = undefined;
        };
      },
    }),
    [],
  );
  const show = useCallback(
    (next: State) => {
      // Before the content is drawn: its first picture reads <name>.with already.
      expose({ open: next.open, with: next.with, busy: false });
      setState(({ open, turn }) => ({ ...next, turn: next.open && !open ? turn + 1 : turn }));
      if (next.open) void latest.current.options.onOpen?.({ with: next.with });
    },
    [expose],
  );
  useEffect(() => expose({ open: state.open, with: state.with, busy }), [expose, state, busy]);

  const close = useCallback(() => show({ open: false, with: latest.current.state.with }), [show]);

  /** Closes after a form of it was saved; where something was typed meanwhile that was not, only who agrees loses it. */
  const closeSaved = useCallback(
    async (saved: readonly FormModel[]) => {
      const { state } = latest.current;
      const isLost = saved.some((form) => inside.current.get(form)?.isLost());
      if (isLost && !(await askToDiscardTyped(feedback, t))) return;
      if (latest.current.state === state) close();
    },
    [close, feedback, t],
  );

  /** A step that closes it while it is saved, until that is done and what was typed since is asked about. OK that runs it asks no second time. */
  const closing = useRef<Promise<void> | undefined>(undefined);
  /** What is being closed so: another step of the same saving asks no second time. */
  const closingOf = useRef<State | undefined>(undefined);
  /** A step closes it, such as the last one of what saves its form: what was typed since that was sent is asked about when it is saved. */
  const closeByStep = useCallback(() => {
    const saving = [...inside.current.keys()].filter(({ view }) => view.submitting);
    if (!saving.some(({ edits }) => edits.typedPaths.length > 0)) return close();
    const { state } = latest.current;
    if (closingOf.current === state) return;
    closingOf.current = state;
    closing.current = submitted(saving)
      .then(() => (latest.current.state === state ? closeSaved(saving) : undefined))
      .finally(() => {
        closingOf.current = undefined;
      });
  }, [close, closeSaved]);
  useController(node, {
    open: (values) => show({ open: true, with: values }),
    close: closeByStep,
    set: (path, value) => {
      if (path.length !== 1 || path[0] !== 'open')
        throw Object.assign(new Error(`"${path.join('.')}" cannot be set`), { code: 'NOT_SETTABLE' });
      if (value) show({ open: true, with: latest.current.state.with });
      else closeByStep();
    },
  });

  /** Whether what was typed inside may go; asked once, however often it is pressed. */
  const asking = useRef<Promise<boolean> | undefined>(undefined);
  const mayGo = useCallback((): Promise<boolean> | true => {
    if (![...inside.current.values()].some(({ isLost }) => isLost())) return true;
    asking.current ??= askToDiscard(feedback, t).finally(() => {
      asking.current = undefined;
    });
    return asking.current;
  }, [feedback, t]);

  /** Whether nothing that was being saved is lost. A form that was refused says so, and its window stays. */
  const isSaved = useCallback(async (forms: FormModel[]): Promise<boolean> => {
    const { state } = latest.current;
    running.current = true;
    setBusy(true);
    await submitted(forms);
    running.current = false;
    setBusy(false);
    // What follows a save may have closed the window, or opened it for something else.
    return latest.current.state === state && !forms.some((form) => inside.current.get(form)?.isLost());
  }, []);

  /** Cancel, Escape, a click beside the window: what is being saved goes first. */
  const leave = useCallback(async () => {
    // Pressed once more while it goes away, it has nothing left to cancel.
    if (running.current || asking.current || !latest.current.state.open) return;
    const saving = [...inside.current.keys()].filter(({ view }) => view.submitting);
    if (saving.length > 0 && !(await isSaved(saving))) return;
    // At once where nothing is asked: the next key is that of the window below.
    const answer = mayGo();
    if (answer !== true && !(await answer)) return;
    close();
    await latest.current.options.onCancel?.();
  }, [close, isSaved, mayGo]);

  const accept = useCallback(async () => {
    // While it closes its content is there still, and may be pressed once more.
    if (running.current || !latest.current.state.open) return;
    running.current = true;
    closing.current = undefined;
    setBusy(true);
    try {
      const { submit, onOk, keepOpen } = latest.current.options;
      const agree = async () => onOk?.({ with: latest.current.state.with });
      const form = submit === undefined ? undefined : [...inside.current].find(([, { name }]) => name === submit)?.[0];
      if (submit !== undefined && !form) return;
      // Nothing is typed into a form before all that belongs to its saving is done.
      const outcome = form ? await form.submit(onOk && agree) : await agree();
      if (closing.current) await closing.current;
      else if ((outcome === undefined || outcome.status === 'done') && !keepOpen) {
        // A form nothing saves, such as one that steps read, has nothing that was typed while it was saved.
        await closeSaved(form && (form.onSubmit || onOk) ? [form] : []);
      }
    } finally {
      running.current = false;
      setBusy(false);
    }
  }, [closeSaved]);
  latest.current.accept = accept;
  return { state, busy, forms, leave, accept };
}
