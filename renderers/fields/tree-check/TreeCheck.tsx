import { type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from 'react';
import { type FieldProps, useTranslate } from '../../../src/engine/index.ts';
import type { TreeCheckOptions } from '../../../src/generated/options.ts';
import { ChoicesNote } from '../../shared/controls/ChoicesNote.tsx';
import { withBelow } from '../../shared/controls/choices.ts';
import { ControlFrame, controlAttributes } from '../../shared/controls/TextControl.tsx';
import { useChoices, useUnlisted } from '../../shared/controls/useChoices.ts';
import { useKnownChoices } from '../../shared/controls/useKnownChoices.ts';
import { Icon } from '../../shared/icon/Icon.tsx';
import { haveWays, linesOf, stateOf, type TreeLine, toggled } from './tree.ts';
import '../../shared/controls/control.css';
import './tree-check.css';

/** A tree with a box before each entry. Only open branches are drawn. */
export function TreeCheck(props: FieldProps<unknown[], TreeCheckOptions>) {
  const { options } = props;
  const t = useTranslate();
  const tree = useRef<HTMLDivElement>(null);
  const source = useChoices(options);
  useKnownChoices(props.node, source.choices, { fit: (keys) => haveWays(source.choices, keys) });
  const [search, setSearch] = useState('');
  const [flipped, setFlipped] = useState<ReadonlySet<string>>(new Set());
  const [focused, setFocused] = useState<string>();
  const isFixed = props.disabled || props.readOnly;

  const values = useMemo(() => (Array.isArray(props.value) ? props.value : []), [props.value]);
  const keys = useMemo(() => values.map(String), [values]);
  const chosen = useMemo(() => new Set(keys), [keys]);
  const wanted = search.trim();
  const { gone, keep } = useUnlisted(source, values, t);
  const choices = useMemo(() => [...source.choices, ...gone], [source, gone]);
  const lines = useMemo(
    () => linesOf(choices, (key) => flipped.has(key) !== (options.expandAll === true), wanted),
    [choices, flipped, options.expandAll, wanted],
  );
  const every = useMemo(() => new Map(choices.flatMap(withBelow).map(({ value }) => [String(value), value])), [choices]);
  const active = lines.find((line) => line.key === focused)?.key ?? lines[0]?.key;

  const flip = (line: TreeLine) => {
    const next = new Set(flipped);
    if (!next.delete(line.key)) next.add(line.key);
    setFlipped(next);
  };
  const check = (line: TreeLine) => {
    if (isFixed || line.choice.disabled) return;
    // What was chosen before stays as it was written.
    const next = toggled(choices, keys, line, !chosen.has(line.key)).map((key) => values[keys.indexOf(key)] ?? every.get(key));
    keep(next);
    props.onChange(next);
  };
  const focus = (line: TreeLine | undefined) => {
    if (!line) return;
    setFocused(line.key);
    tree.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(line.key)}"]`)?.focus();
  };
  /** Clicks anywhere in the tree: on the arrow of a line they open it, elsewhere on the line they check it. */
  const onClick = ({ target }: MouseEvent) => {
    if (!(target instanceof Element)) return;
    const key = target.closest<HTMLElement>('[data-key]')?.dataset.key;
    const line = lines.find((one) => one.key === key);
    if (!line) return;
    if (line.hasChildren && target.closest('.tg-tree-check-branch')) {
      flip(line);
      return;
    }
    setFocused(line.key);
    check(line);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = lines.findIndex((line) => line.key === active);
    const line = lines[at];
    if (!line || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'ArrowDown') focus(lines[at + 1]);
    else if (event.key === 'ArrowUp') focus(lines[at - 1]);
    else if (event.key === 'Home') focus(lines[0]);
    else if (event.key === 'End') focus(lines.at(-1));
    else if (event.key === ' ') check(line);
    else if (event.key === 'ArrowRight' && line.hasChildren) {
      if (line.isOpen) focus(lines[at + 1]);
      else flip(line);
    } else if (event.key === 'ArrowLeft') {
      if (line.isOpen && wanted === '') flip(line);
      else focus(lines.find((one) => one.key === line.above.at(-1)));
    } else return;
    event.preventDefault();
  };

  return (
    <div className="tg-tree-check" data-invalid={props.invalid || undefined}>
      <div className="tg-tree-check-head">
        <ControlFrame control={{ ...props, readOnly: false }} prefixIcon="search">
          <input
            {...controlAttributes({ ...props, readOnly: false })}
            type="search"
            value={search}
            placeholder={t('field.searchTree')}
            onChange={(event) => setSearch(event.target.value)}
          />
        </ControlFrame>
        <span role="status">{t('field.chosenOf', { count: chosen.size, total: every.size })}</span>
      </div>
      <div
        ref={tree}
        role="tree"
        aria-multiselectable="true"
        aria-label={props.label}
        aria-describedby={props.describedBy}
        aria-disabled={props.disabled || undefined}
        aria-required={props.required || undefined}
        className="tg-tree-check-lines"
        style={{ maxHeight: options.height ?? 320 }}
        onClick={onClick}
        onKeyDown={onKeyDown}
        onBlur={props.onBlur}
      >
        {lines.map((line) => (
          <Line
            key={line.key}
            line={line}
            state={stateOf(line.choice, chosen)}
            description={descriptionOf(line, options.descriptionField)}
            isFixed={isFixed || line.choice.disabled === true}
            isActive={line.key === active}
          />
        ))}
        {lines.length === 0 ? <ChoicesNote source={source} id={`${props.id}-note`} /> : null}
      </div>
    </div>
  );
}

function descriptionOf(line: TreeLine, field: string | undefined): string | undefined {
  const { source } = line.choice;
  if (field === undefined || typeof source !== 'object' || source === null || !Object.hasOwn(source, field)) return undefined;
  const value: unknown = Reflect.get(source, field);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

interface LineProps {
  line: TreeLine;
  state: 'on' | 'off' | 'some';
  description: string | undefined;
  isFixed: boolean;
  isActive: boolean;
}

/** Clicks and keys are those of the tree around it. */
function Line({ line, state, description, isFixed, isActive }: LineProps) {
  return (
    <div
      role="treeitem"
      data-key={line.key}
      aria-level={line.level + 1}
      aria-expanded={line.hasChildren ? line.isOpen : undefined}
      aria-checked={state === 'some' ? 'mixed' : state === 'on'}
      aria-disabled={isFixed || undefined}
      tabIndex={isActive ? 0 : -1}
      className="tg-tree-check-line"
      style={{ paddingInlineStart: 8 + line.level * 22 }}
    >
      <span className="tg-tree-check-branch" aria-hidden="true">
        {line.hasChildren ? <Icon name={line.isOpen ? 'down' : 'right'} /> : null}
      </span>
      <span className="tg-tree-check-box" data-state={state} aria-hidden="true">
        {state === 'on' ? <Icon name="check" /> : state === 'some' ? <Icon name="minus" /> : null}
      </span>
      <span>{line.choice.label}</span>
      {description === undefined ? null : <span className="tg-tree-check-note">{description}</span>}
    </div>
  );
}
