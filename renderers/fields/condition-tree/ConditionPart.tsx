import type { KeyboardEvent } from 'react';
import { type GroupKind, groupKinds } from '../../../src/core/condition-words.ts';
import { useTranslate } from '../../../src/engine/index.ts';
import { PlainButton } from '../../shared/controls/PlainButton.tsx';
import { Icon } from '../../shared/icon/Icon.tsx';
import { type FieldChoice, leafProblem, type Operator, operatorsFor, withField, withOperator } from './choices.ts';
import { OperandEditor } from './OperandEditor.tsx';
import { groupIn, groupOf, type Leaf, type Part, type Path } from './tree.ts';

/** What is the same for the whole tree. */
export interface TreeProps {
  fields: readonly FieldChoice[];
  operators: readonly Operator[];
  today: string | undefined;
  /** Labels of choices in the language of the window. */
  localized: (value: unknown) => string;
  isFixed: boolean;
  /** Whether what is wrong is told. */
  isTold: boolean;
  canAdd: boolean;
  maxDepth: number;
  change: (path: Path, part: Part) => void;
  add: (group: Path, part: Part) => void;
  remove: (path: Path) => void;
  move: (path: Path, by: number) => void;
  onBlur: () => void;
}

const kindText: Readonly<Record<GroupKind, string>> = { all: 'field.conditionAll', any: 'field.conditionAny', not: 'field.conditionNone' };
/** Number of a part as people read it: 2.1 */
const numberOf = (path: Path) => path.map((at) => at + 1).join('.');

/** A group or a comparison, whichever the part is. */
function ConditionPart({ part, path, ...tree }: TreeProps & { part: Part; path: Path }) {
  return groupIn(part) ? <ConditionGroup {...tree} part={part} path={path} /> : <ConditionLine {...tree} leaf={part as Leaf} path={path} />;
}

export function ConditionGroup({ part, path, ...tree }: TreeProps & { part: Part; path: Path }) {
  const t = useTranslate();
  const group = groupIn(part);
  if (!group) return null;
  const { kind, parts } = group;
  const isOuter = path.length === 0;
  const name = isOuter ? t('field.conditionWhole') : t('field.conditionGroup', { number: numberOf(path) });
  return (
    <fieldset className="tg-condition-group tg-plain-fieldset" data-kind={kind} aria-label={name} data-path={numberOf(path)}>
      <div className="tg-condition-head">
        <select
          className="tg-cell-editor"
          aria-label={t('field.conditionHolds', { name })}
          value={kind}
          disabled={tree.isFixed}
          onKeyDown={mover(tree, path)}
          onChange={(event) => tree.change(path, groupOf(event.target.value as GroupKind, parts))}
          onBlur={tree.onBlur}
        >
          {groupKinds.map((one) => (
            <option key={one} value={one}>
              {t(kindText[one])}
            </option>
          ))}
        </select>
        {isOuter ? null : <RemoveButton tree={tree} path={path} name={name} />}
      </div>
      {parts.length === 0 ? <p className="tg-note">{t('field.conditionNothing')}</p> : null}
      <ol className="tg-condition-parts">
        {parts.map((one, at) => {
          // Parts have no name of their own: what tells one from another is where it stands.
          const place = [...path, at];
          return (
            <li key={numberOf(place)}>
              <ConditionPart {...tree} part={one} path={place} />
            </li>
          );
        })}
      </ol>
      {tree.isFixed ? null : (
        <div className="tg-condition-foot">
          <PlainButton
            icon="plus"
            size="small"
            text={t('field.conditionAdd')}
            aria-label={isOuter ? undefined : `${t('field.conditionAdd')}: ${name}`}
            data-add={numberOf(path)}
            aria-invalid={(tree.isTold && parts.length === 0) || undefined}
            disabled={!tree.canAdd}
            onClick={() => tree.add(path, {})}
          />
          {path.length + 1 < tree.maxDepth ? (
            <PlainButton
              icon="apartment"
              size="small"
              look="text"
              text={t('field.conditionAddGroup')}
              aria-label={isOuter ? undefined : `${t('field.conditionAddGroup')}: ${name}`}
              disabled={!tree.canAdd}
              onClick={() => tree.add(path, { [kind === 'any' ? 'all' : 'any']: [{}] } as unknown as Part)}
            />
          ) : null}
        </div>
      )}
    </fieldset>
  );
}

function ConditionLine({ leaf, path, ...tree }: TreeProps & { leaf: Leaf; path: Path }) {
  const t = useTranslate();
  const field = tree.fields.find(({ name }) => name === leaf.field);
  const fitting = operatorsFor(tree.operators, field);
  const operator = fitting.find(({ value }) => value === leaf.operator);
  const name = t('field.condition', { number: numberOf(path) });
  const wrong = tree.isTold ? leafProblem(leaf, tree.fields, tree.operators) : undefined;
  const problemId = `${numberOf(path)}-condition-problem`;
  const onKeyDown = mover(tree, path);
  const change = (next: Leaf) => tree.change(path, next);
  return (
    <div className="tg-condition-line" data-path={numberOf(path)}>
      <select
        className="tg-cell-editor"
        aria-label={`${name}, ${t('field.conditionFieldLabel')}`}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={wrong ? problemId : undefined}
        value={leaf.field ?? ''}
        disabled={tree.isFixed}
        onKeyDown={onKeyDown}
        onChange={(event) =>
          change(
            withField(
              leaf,
              tree.fields.find((one) => one.name === event.target.value),
              field,
              tree.operators,
            ),
          )
        }
        onBlur={tree.onBlur}
      >
        <option value="">{t('field.conditionChooseField')}</option>
        {leaf.field && !field ? <option value={leaf.field}>{t('field.unlisted', { value: leaf.field })}</option> : null}
        {tree.fields.map((one) => (
          <option key={one.name} value={one.name}>
            {one.label}
          </option>
        ))}
      </select>
      {field ? (
        <select
          className="tg-cell-editor"
          aria-label={`${name}, ${t('field.conditionOperatorLabel')}`}
          value={operator?.value ?? ''}
          disabled={tree.isFixed}
          onKeyDown={onKeyDown}
          onChange={(event) =>
            change(
              withOperator(
                leaf,
                fitting.find(({ value }) => value === event.target.value),
                operator,
              ),
            )
          }
          onBlur={tree.onBlur}
        >
          {operator ? null : <option value="">{t('field.choose')}</option>}
          {fitting.map((one) => (
            <option key={one.value} value={one.value}>
              {one.label}
            </option>
          ))}
        </select>
      ) : null}
      {field && operator ? (
        <OperandEditor
          operator={operator}
          field={field}
          fields={tree.fields}
          localized={tree.localized}
          value={leaf.value}
          today={tree.today}
          label={name}
          isFixed={tree.isFixed}
          isInvalid={wrong !== undefined}
          onChange={(value) => change({ ...leaf, value })}
          onBlur={tree.onBlur}
        />
      ) : null}
      <RemoveButton tree={tree} path={path} name={name} />
      {wrong ? (
        <span id={problemId} className="tg-cell-problem">
          {t(wrong.key, { name: wrong.name ?? '' })}
        </span>
      ) : null}
    </div>
  );
}

function RemoveButton({ tree, path, name }: { tree: TreeProps; path: Path; name: string }) {
  const t = useTranslate();
  if (tree.isFixed) return null;
  const label = t('field.conditionRemove', { name });
  return (
    <button type="button" className="tg-tool" aria-label={label} title={label} onClick={() => tree.remove(path)}>
      <Icon name="delete" />
    </button>
  );
}

/** Alt with an arrow moves the part; a native list would open by it. */
function mover(tree: TreeProps, path: Path) {
  return (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (!event.altKey || by === 0 || tree.isFixed || path.length === 0) return;
    event.preventDefault();
    tree.move(path, by);
  };
}
