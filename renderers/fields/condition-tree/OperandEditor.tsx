import { useState } from 'react';
import { clockReader } from '../../../src/core/data-graph/moments.ts';
import { dayIn } from '../../../src/core/dates.ts';
import { listOfText, listText } from '../../../src/core/value-list.ts';
import { useEngine, useTranslate } from '../../../src/engine/index.ts';
import type { Editor, FieldChoice, OperandPart, Operator } from './choices.ts';
import { PeriodInput } from './PeriodInput.tsx';

interface OperandProps {
  operator: Operator;
  field: FieldChoice;
  fields: readonly FieldChoice[];
  localized: (value: unknown) => string;
  value: unknown;
  today?: string | undefined;
  /** Name of the comparison, before that of a part of its value. */
  label: string;
  isFixed: boolean;
  isInvalid: boolean;
  onChange: (value: unknown) => void;
  onBlur: () => void;
}

/** What stands beside an operator. */
export function OperandEditor(props: OperandProps) {
  const { operator, field, value, label, onChange } = props;
  const t = useTranslate();
  const kind = operator.operand ?? 'one';
  if (kind === 'none') return null;
  if (kind === 'parts') return <PartsEditor {...props} />;
  if (kind === 'period') return <PeriodInput {...props} />;
  const shared = { isFixed: props.isFixed, isInvalid: props.isInvalid, onBlur: props.onBlur, hint: operator.hint };
  if (kind === 'list') return <ListInput {...shared} value={value} label={`${label}, ${t('field.conditionList')}`} onChange={onChange} />;
  if (kind === 'range') {
    const [from, to] = Array.isArray(value) ? (value as unknown[]) : [];
    return (
      <>
        <ValueInput
          {...shared}
          editor={field.editor}
          value={from}
          label={`${label}, ${t('field.start')}`}
          onChange={(next) => onChange([next ?? '', to ?? ''])}
        />
        <span aria-hidden="true">–</span>
        <ValueInput
          {...shared}
          editor={field.editor}
          value={to}
          label={`${label}, ${t('field.end')}`}
          onChange={(next) => onChange([from ?? '', next ?? ''])}
        />
      </>
    );
  }
  return (
    <ValueInput
      {...shared}
      editor={kind === 'text' ? 'text' : field.editor}
      value={value}
      label={`${label}, ${t('field.conditionOperand')}`}
      onChange={onChange}
    />
  );
}

interface InputProps {
  value: unknown;
  label: string;
  hint?: string | undefined;
  isFixed: boolean;
  isInvalid: boolean;
  onChange: (value: unknown) => void;
  onBlur: () => void;
}

const types: Readonly<Record<Editor, string>> = {
  text: 'text',
  number: 'text',
  date: 'date',
  dateTime: 'datetime-local',
  localDateTime: 'datetime-local',
  time: 'time',
  boolean: 'text',
};

/** How a value that is not kept as the browser's own field has it is shown there, and kept again. `timeZone`: that of the installation. */
const forms: Partial<Record<Editor, { shown: (kept: string, timeZone: string) => string; kept: (shown: string) => string }>> = {
  dateTime: { shown: localMoment, kept: isoMoment },
  localDateTime: { shown: shownClock, kept: keptClock },
};

function ValueInput({ editor, value, label, hint, isFixed, isInvalid, onChange, onBlur }: InputProps & { editor: Editor }) {
  const t = useTranslate();
  const { app } = useEngine();
  const attributes = {
    className: 'tg-cell-editor',
    'aria-label': label,
    'aria-invalid': isInvalid || undefined,
    disabled: isFixed,
    onBlur,
  };
  if (editor === 'boolean') {
    return (
      <select
        {...attributes}
        value={String(value ?? '')}
        onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value === 'true')}
      >
        <option value="">{t('field.choose')}</option>
        <option value="true">{t('field.conditionYes')}</option>
        <option value="false">{t('field.conditionNo')}</option>
      </select>
    );
  }
  const text = value === undefined || value === null ? '' : String(value);
  const form = forms[editor];
  return (
    <input
      {...attributes}
      type={types[editor]}
      data-editor={editor}
      inputMode={editor === 'number' ? 'decimal' : undefined}
      step={editor === 'time' || form ? 1 : undefined}
      value={form ? form.shown(text, String(app.config.timeZone ?? '')) : text}
      placeholder={hint}
      maxLength={1000}
      autoComplete="off"
      onChange={(event) => onChange(form ? form.kept(event.target.value) : event.target.value)}
    />
  );
}

/** The moment by the clock of this window, as the browser's own field has it. */
function localMoment(iso: string): string {
  const moment = new Date(iso);
  if (iso === '' || Number.isNaN(moment.getTime())) return '';
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

function isoMoment(local: string): string {
  const moment = new Date(local);
  return local === '' || Number.isNaN(moment.getTime()) ? '' : moment.toISOString();
}

/** A clock time. One that was kept as a moment in UTC is read by the clock of the installation, as the server does. */
function shownClock(kept: string, timeZone: string): string {
  const hasClock = dayIn(timeZone, 0) !== undefined;
  if (kept.endsWith('Z') && !hasClock) return localMoment(kept.replace(' ', 'T'));
  if (kept.endsWith('Z')) return String(clockReader(timeZone)(kept)).replace(' ', 'T').slice(0, 19);
  return /^\d{4}-\d{2}-\d{2}$/.test(kept) ? `${kept}T00:00:00` : kept.replace(' ', 'T').slice(0, 19);
}

function keptClock(shown: string): string {
  return shown && `${shown.replace('T', ' ')}:00`.slice(0, 19);
}

/** Values with commas between them, as `listText` writes them. What is typed stays as it is until the field is left. */
function ListInput({ value, label, hint, isFixed, isInvalid, onChange, onBlur }: InputProps) {
  const t = useTranslate();
  const [draft, setDraft] = useState<string>();
  const list = Array.isArray(value) ? (value as unknown[]) : [];
  return (
    <input
      className="tg-cell-editor"
      data-editor="list"
      type="text"
      aria-label={label}
      aria-invalid={isInvalid || undefined}
      disabled={isFixed}
      autoComplete="off"
      placeholder={hint ?? t('field.conditionListHint')}
      value={draft ?? listText(list)}
      onChange={(event) => {
        setDraft(event.target.value);
        onChange(listOfText(event.target.value));
      }}
      onBlur={() => {
        setDraft(undefined);
        onBlur();
      }}
    />
  );
}

function PartsEditor({ operator, fields, localized, value, label, isFixed, isInvalid, onChange, onBlur }: OperandProps) {
  const given = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  return (
    <>
      {(operator.parts ?? []).map((part) => (
        <span key={part.name} className="tg-condition-part">
          <span aria-hidden="true">{part.label}</span>
          <PartInput
            part={part}
            fields={fields}
            localized={localized}
            value={given[part.name]}
            label={`${label}, ${part.label}`}
            isFixed={isFixed}
            isInvalid={isInvalid}
            onChange={(next) => onChange({ ...given, [part.name]: next })}
            onBlur={onBlur}
          />
        </span>
      ))}
    </>
  );
}

function PartInput({
  part,
  fields,
  localized,
  ...input
}: InputProps & { part: OperandPart; fields: readonly FieldChoice[]; localized: OperandProps['localized'] }) {
  const t = useTranslate();
  const { value, label, isFixed, isInvalid, onChange, onBlur } = input;
  if ((part.type ?? 'number') === 'number') return <ValueInput {...input} editor="number" />;
  const choices =
    part.type === 'field'
      ? fields.filter(({ type }) => part.types?.includes(type) ?? true).map(({ name, label: text }) => ({ value: name, text }))
      : (part.options ?? []).map((option) => {
          const { value: one, label: text } = option as { value?: unknown; label?: unknown };
          return { value: String(one ?? ''), text: localized(text) };
        });
  const chosen = value === undefined || value === null ? '' : String(value);
  return (
    <select
      className="tg-cell-editor"
      aria-label={label}
      aria-invalid={isInvalid || undefined}
      disabled={isFixed}
      value={chosen}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
    >
      <option value="">{t('field.choose')}</option>
      {chosen !== '' && !choices.some((choice) => choice.value === chosen) ? (
        <option value={chosen}>{t('field.unlisted', { value: chosen })}</option>
      ) : null}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.text}
        </option>
      ))}
    </select>
  );
}
