import { type Part, quoted } from './derived-words.ts';
import type { RegisterDocument, RegisterField } from './document.ts';
import { mostItems, noValue, openFields, registerFiles } from './reading.ts';

/** The field of a move's window for a field of a register, whatever is open in the state. */
export const askedField = (id: string, document: RegisterDocument, field: RegisterField, window: string): Part =>
  answered(field, { ...plainField(id, field, window), ...lateFromTheStart(document, field, window) });

/** A switch that nobody touched says no: who is asked answers. */
const answered = ({ type }: RegisterField, part: Part): Part => (type === 'boolean' ? { ...part, ...yesOrNo } : part);

/** The field of the form for a field of a register; not to be changed in states in which others are. */
export function formField(id: string, document: RegisterDocument, field: RegisterField): Part {
  const part = { ...plainField(id, field, 'editor'), ...lateFromTheStart(document, field, 'editor') };
  const closed = (document.states ?? []).filter(({ name }) => {
    const open = openFields(document, name);
    return open.length > 0 && !open.includes(field.name);
  });
  if (field.typed === 'first') return { ...onlyByMove, ...part, disabled: '{{ !isEmpty(editor.with.record.id) }}' };
  const { permission } = field;
  const byOthers = typeof permission === 'string' ? `!isEmpty(editor.with.record.id) && !can(${quoted(permission)})` : undefined;
  const reasons = [
    ...(closed.length === 0 ? [] : [`contains([${closed.map(({ name }) => quoted(name)).join(', ')}], editor.with.record.state ?? '')`]),
    ...(byOthers === undefined ? [] : [`(${byOthers})`]),
  ];
  if (reasons.length === 0) return part;
  const why = byOthers !== undefined && { hint: `{{ ${byOthers} ? t('register.byOthers') : '' }}` };
  return { ...why, ...part, disabled: `{{ ${reasons.join(' || ')} }}` };
}

/** A day that has passed can be due, of what is entered later: it is said to whoever types it. Of a record one that was there before is no news. */
function lateFromTheStart({ due }: RegisterDocument, { name }: RegisterField, window: string): Part {
  if (due !== name) return {};
  const typed = `form.values.${name}`;
  const record = `${window}.with.record`;
  const isNew = window === '' ? [] : [`(isEmpty(${record}.id) || ${typed} != ${record}.values.${name})`];
  const isLate = [`!isEmpty(${typed})`, `${typed} < today()`, ...isNew].join(' && ');
  return { warning: `{{ ${isLate} ? t('register.dueInPast') : '' }}` };
}

const onlyByMove: Part = { hint: "{{ isEmpty(editor.with.record.id) ? '' : t('register.onlyByMove') }}" };

/** The same where nothing is known of the record: several are given one value. */
export function fieldOfMany(id: string, document: RegisterDocument, field: RegisterField): Part {
  const { known: _, ...part } = plainField(id, field, '');
  return answered(field, { ...part, ...lateFromTheStart(document, field, '') });
}

/** `window`: the one it stands in, opened `with` a record; none where nothing is known of it. */
function plainField(id: string, field: RegisterField, window: string): Part {
  const { name, label, hint, required, rules, type, minimum, maximum } = field;
  const record = `${window}.with.record`;
  const offered = choices(id, field, window === '' ? {} : { record });
  const own: Part = {
    ...{ name, label },
    ...(hint !== undefined && { hint }),
    ...(required && { required }),
    ...(Array.isArray(rules) && { rules: [...rules] }),
    // Several lines take the whole width, so that no field beside them stands in a hole.
    ...(field.lines !== undefined && { span: 24 }),
  };
  const bounds = { ...(minimum !== undefined && { min: minimum }), ...(maximum !== undefined && { max: maximum }) };
  switch (type) {
    case 'dictionary':
      return { ...own, widget: 'select', dictionary: field.dictionary ?? '' };
    case 'user':
    case 'record':
    case 'department':
      if (field.multiple)
        return { ...own, ...offered, multiple: true, max: mostItems(field), known: `{{ ${record}.chosen.${name} ?? [] }}` };
      // The call says of what is chosen, too, that nobody there may act on it.
      if (field.actsBy !== undefined) return { ...own, ...offered, chosenParameter: 'chosen' };
      return {
        ...own,
        ...offered,
        known: `{{ isEmpty(${record}.values.${name}) ? [] : [{value: ${record}.values.${name}, label: ${record}.names.${name}}] }}`,
      };
    case 'date':
      return { ...own, widget: 'date' };
    case 'integer':
      return { ...own, widget: 'number', precision: 0, ...bounds };
    case 'decimal':
      return { ...own, widget: 'number', precision: field.digits ?? 2, ...bounds };
    case 'boolean':
      return required ? answered(field, own) : { ...own, widget: 'switch' };
    case 'files':
      return {
        ...{ ...own, widget: 'upload', call: 'file.upload', body: { businessType: registerFiles } },
        ...{ accept: '{{ data.limits.extensions }}', maxBytes: '{{ data.limits.maxBytes }}' },
        ...{ multiple: true, max: mostItems(field), text: 'register.addFiles' },
      };
    default:
      return field.lines === undefined
        ? { ...own, widget: 'input', maxLength: field.maxLength ?? 200 }
        : { ...own, widget: 'text-area', maxLength: field.maxLength ?? 2_000, rows: field.lines };
  }
}

const truths = <Value>(yes: Value, no: Value) => ({
  options: [
    { value: yes, label: 'register.yes' },
    { value: no, label: 'register.no' },
  ],
});
const yesOrNo: Part = { widget: 'radio', ...truths(true, false) };

/** The same as a filter of the list. */
export function filterOf(id: string, field: RegisterField): Part {
  const own = { name: field.name, label: field.label };
  switch (field.type) {
    case 'dictionary':
      return { ...own, widget: 'select', dictionary: field.dictionary ?? '', ...emptyChoice(field) };
    case 'user':
    case 'record':
    case 'department':
      return { ...own, ...choices(id, field, { isFilter: true }), ...emptyChoice(field) };
    case 'boolean':
      return { ...own, options: [...(emptyChoice(field).options ?? []), ...truths('true', 'false').options], widget: 'select' };
    case 'date':
      return { ...own, widget: 'date-range' };
    default:
      return { ...own, widget: 'input', maxLength: 100, clearable: true };
  }
}

/** Records without a value, where there may be such: whoever stood in a required field may have left. */
function emptyChoice({ type, required }: RegisterField): { options?: Part[] } {
  if (type === 'user') return { options: [{ value: noValue, label: 'register.nobody' }] };
  return required ? {} : { options: [{ value: noValue, label: 'register.empty' }] };
}

/** What a field that points elsewhere is chosen from, but for the `record` it stands in; as a filter what it may be already, too. */
function choices(id: string, field: RegisterField, { isFilter = false, record }: { isFilter?: boolean; record?: string }): Part {
  const isOwn = field.register === id && field.acyclic && record !== undefined;
  return {
    widget: 'select',
    call: 'register.choices',
    with: { register: id, field: field.name, ...(isFilter && { filter: true }), ...(isOwn && { self: `{{ ${record}.id }}` }) },
    searchParameter: 'keyword',
    // A form knows what its record names; a filter may come with an address.
    ...(isFilter && { chosenParameter: 'chosen' }),
    search: true,
  };
}
