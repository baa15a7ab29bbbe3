import type { Engine } from '../context.ts';
import { takeNewer } from './conflict.ts';
import type { FormModel } from './model.ts';

/**
 * Somebody else saved the record first: what the user did not touch, or does not see, takes its current value, and where both changed the same field
 * the user decides, with the current values before them. Saving again then speaks of the version on show.
 */
export async function resolveConflict(form: FormModel, current: Record<string, unknown>, engine: Engine): Promise<void> {
  const { translate, feedback } = engine;
  const { theirs, both, disputed, values } = form.takeNewer(current, takeNewer);
  const lines = (paths: readonly string[], from: Record<string, unknown> = current) =>
    paths.map((path) => {
      const label = form.labelOf(path) ?? path;
      const value = shown(form, path, from[path], engine);
      return value === undefined ? `· ${label}` : `· ${translate('engine.conflictLine', { label, value })}`;
    });
  const part = (key: string, paths: readonly string[], from = current) =>
    paths.length === 0 ? [] : [translate(key), ...lines(paths, from)];
  const putTogether = () => part('engine.conflictBoth', both, values);
  if (disputed.length === 0) {
    const told = () => ({
      title: translate('engine.conflictTitle'),
      text: [...(theirs.length === 0 ? [translate('engine.conflictOther')] : part('engine.conflictMerged', theirs)), ...putTogether()].join(
        '\n',
      ),
      okText: translate('engine.ok'),
    });
    await feedback.dialog({ level: 'warning', words: told });
    return;
  }
  const words = () => ({
    title: translate('engine.conflictTitle'),
    text: [...part('engine.conflictDisputed', disputed), ...part('engine.conflictToo', theirs), ...putTogether()].join('\n'),
    okText: translate('engine.conflictTheirs'),
    cancelText: translate('engine.conflictMine'),
  });
  const takeTheirs = await feedback.dialog({ level: 'confirm', words });
  if (takeTheirs) for (const path of disputed) form.write(path, current[path]);
}

/** A value as people know it: text, number, label; undefined where the field shows something else than its value and does not say what. */
function shown(form: FormModel, path: string, value: unknown, { translate, dictionaries }: Engine): string | undefined {
  if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0))
    return translate('engine.conflictEmpty');
  const words = form.choices.get(path)?.say(value);
  if (words !== undefined) return words;
  const options = form.planOf(path)?.options ?? {};
  const type = options.dictionary;
  if (type?.kind === 'constant') {
    return dictionaries.label(String(type.value), value);
  }
  if (options.call ?? options.options) return undefined;
  if (typeof value === 'number' || typeof value === 'string') return String(value);
  const text = translate.localized(value as Parameters<typeof translate.localized>[0]);
  return text === '' ? undefined : text;
}
