import { useCallback, useMemo, useRef, useState } from 'react';
import { localizedText } from '../../../src/core/index.ts';
import { type FieldProps, sameValue, useFieldCheck, useLanguage, useTranslate } from '../../../src/engine/index.ts';
import type { ConditionTreeOptions } from '../../../src/generated/options.ts';
import { PlainButton } from '../../shared/controls/PlainButton.tsx';
import { ConditionGroup } from './ConditionPart.tsx';
import { fieldChoices, firstProblem } from './choices.ts';
import { countBelow, type Group, groupIn, inserted, moved, type Part, type Path, readTree, removed, replaced } from './tree.ts';
import '../array-table/array-table.css';
import './condition-tree.css';

/** A condition as groups of comparisons. The whole tree is one value of the form; what can be compared and how stands in the options. */
export function ConditionTree(props: FieldProps<Group, ConditionTreeOptions>) {
  const { options } = props;
  const { operators, maxDepth = 5, maxParts = 50 } = options;
  const t = useTranslate();
  const frame = useRef<HTMLFieldSetElement>(null);
  const [kept, setGone] = useState<{ part: Part; path: Path }>();
  const [words, setTold] = useState('');
  const written = useRef<unknown>(undefined);
  const tree = readTree(props.value);
  // What was removed, and what is told of it, goes with the tree it was removed from.
  const isOwn = sameValue(tree, readTree(written.current));
  const [gone, told] = isOwn ? [kept, words] : [undefined, ''];
  const onChange = (next: Group) => {
    written.current = next;
    props.onChange(next);
  };
  const language = useLanguage();
  const localized = useCallback((value: unknown) => localizedText(value, language), [language]);
  const fields = useMemo(() => fieldChoices(options, localized), [options, localized]);
  const isFixed = props.disabled || props.readOnly;

  useFieldCheck(props.node, (value) => {
    const read = readTree(value);
    if (groupIn(read)?.parts.length === 0) return props.required ? t('field.conditionNeeded') : undefined;
    const problem = firstProblem(read, fields, operators);
    return problem && t(problem.key, { name: problem.name ?? '' });
  });

  /** What the label and a refused submit lead to: the first wrong comparison, or else the first there is, or the button that adds one. */
  const enter = () => {
    const find = (selector: string) => frame.current?.querySelector<HTMLElement>(selector);
    (find('[aria-invalid]:enabled') ?? find('.tg-condition-line select:enabled') ?? find('[data-add]'))?.focus();
  };
  /** After React has drawn what a press added, moved or left. */
  const focus = (selector: string) => {
    setTimeout(() => frame.current?.querySelector<HTMLElement>(selector)?.focus(), 0);
  };
  const at = (path: Path) => `[data-path="${path.map((place) => place + 1).join('.')}"] select`;
  const partsOf = (path: Path): readonly Part[] =>
    path.reduce<readonly Part[]>((parts, place) => groupIn(parts[place])?.parts ?? [], groupIn(tree)?.parts ?? []);
  const add = (group: Path, part: Part) => {
    const place = [...group, partsOf(group).length];
    onChange(inserted(tree, group, part));
    focus(at(groupIn(part) ? [...place, 0] : place));
  };
  const remove = (path: Path) => {
    const group = path.slice(0, -1);
    const place = path.at(-1) ?? 0;
    const siblings = partsOf(group);
    const part = siblings[place];
    if (part === undefined) return;
    setGone({ part, path });
    setTold(t('field.conditionRemoved', { number: path.map((one) => one + 1).join('.') }));
    onChange(removed(tree, path));
    const next = Math.min(place, siblings.length - 2);
    focus(next >= 0 ? at([...group, next]) : `[data-add="${group.map((one) => one + 1).join('.')}"]`);
  };
  const undo = () => {
    if (!gone) return;
    onChange(inserted(tree, gone.path.slice(0, -1), gone.part, gone.path.at(-1)));
    setGone(undefined);
    setTold('');
    focus(at(gone.path));
  };
  const move = (path: Path, by: number) => {
    const place = (path.at(-1) ?? 0) + by;
    const group = path.slice(0, -1);
    if (place < 0 || place >= partsOf(group).length) return;
    setGone(undefined);
    setTold(t('field.conditionMoved', { number: [...group, place].map((one) => one + 1).join('.') }));
    onChange(moved(tree, path, by));
    focus(at([...group, place]));
  };
  return (
    <fieldset
      ref={frame}
      className="tg-condition-tree tg-plain-fieldset"
      aria-label={props.label}
      aria-describedby={props.describedBy}
      data-invalid={props.invalid || undefined}
    >
      {isFixed ? null : (
        <button type="button" id={props.id} className="tg-hidden" tabIndex={-1} aria-hidden="true" onClick={enter} onFocus={enter} />
      )}
      <ConditionGroup
        part={tree}
        path={[]}
        fields={fields}
        operators={operators}
        today={options.today}
        localized={localized}
        isFixed={isFixed}
        isTold={props.invalid}
        canAdd={countBelow(tree) < maxParts}
        maxDepth={maxDepth}
        change={(path, part) => onChange(replaced(tree, path, part))}
        add={add}
        remove={remove}
        move={move}
        onBlur={props.onBlur}
      />
      {isFixed ? null : (
        <div className="tg-array-table-foot">
          <span role="status" className="tg-note">
            {told}
          </span>
          {gone ? <PlainButton look="link" icon="undo" text={t('field.undo')} onClick={undo} /> : null}
        </div>
      )}
    </fieldset>
  );
}
