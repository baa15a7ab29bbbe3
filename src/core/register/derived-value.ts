import { type Part, quoted } from './derived-words.ts';
import type { RegisterField } from './document.ts';

/** How a field of a record is shown among others. */
export function shownValue(field: RegisterField, record: string): Part {
  const { name, type, dictionary, digits, grouping = true } = field;
  const value = `{{ ${record}.values.${name} }}`;
  switch (type) {
    case 'record':
      return { body: [field.multiple ? references(field, record) : reference(field, record)] };
    case 'user':
    case 'department':
      return { value: `{{ localized(${record}.names.${name}) }}` };
    case 'dictionary':
      return { value, dictionary: dictionary ?? '' };
    case 'date':
      return { value };
    case 'files':
      return { body: [fileList(`${record}.values.${name}`)] };
    case 'boolean':
      return { value, format: 'boolean' };
    case 'integer':
      return grouping ? { value, format: 'number' } : { value };
    case 'decimal':
      return grouping ? { value, format: 'number', digits: digits ?? 2 } : { value };
    default:
      return { value };
  }
}

/** The files of a record by their names, each of which opens it in a window that can save it. */
function fileList(files: string): Part {
  return {
    widget: 'stack',
    gap: 'small',
    align: 'start',
    body: [
      {
        ...{ widget: 'link', each: `{{ ${files} ?? [] }}`, as: 'file', icon: 'file' },
        text: "{{ file.name + ' (' + formatBytes(file.size) + ')' }}",
        onClick: [{ open: 'viewing', with: { path: '{{ file.path }}', name: '{{ file.name }}' } }],
      },
      { widget: 'text', when: `{{ isEmpty(${files}) }}`, tone: 'muted', text: "{{ '–' }}" },
    ],
  };
}

/** The record another one refers to, as a link that opens it. */
function reference({ name, register = '' }: RegisterField, record: string): Part {
  const value = `${record}.values.${name}`;
  const title = `{{ localized(${record}.names.${name}) }}`;
  const isThere = `!isEmpty(${record}.names.${name})`;
  const isSeen = `${isThere} && !contains(${record}.unseen ?? [], ${quoted(name)})`;
  return {
    ...{ widget: 'stack', gap: 'small', align: 'start' },
    body: [
      {
        ...{ widget: 'link', when: `{{ ${isSeen} }}`, text: title },
        onClick: [{ open: 'other', with: { page: `${register}/record`, id: `{{ ${value} }}`, title } }],
      },
      {
        ...{ widget: 'text', when: `{{ !(${isSeen}) }}`, tone: 'muted' },
        text: `{{ ${isThere} ? localized(${record}.names.${name}) : ${value} ?? '–' }}`,
      },
    ],
  };
}

/** Each of several records another one refers to, as links. */
function references({ name, register = '' }: RegisterField, record: string): Part {
  const title = '{{ localized(one.label) }}';
  const chosen = `${record}.chosen.${name}`;
  return {
    ...{ widget: 'stack', gap: 'small', align: 'start' },
    body: [
      {
        ...{ widget: 'stack', each: `{{ ${chosen} ?? [] }}`, as: 'one' },
        body: [
          {
            ...{ widget: 'link', when: '{{ one.unseen != true }}', text: title },
            onClick: [{ open: 'other', with: { page: `${register}/record`, id: '{{ one.value }}', title } }],
          },
          { widget: 'text', when: '{{ one.unseen == true }}', tone: 'muted', text: title },
        ],
      },
      { widget: 'text', when: `{{ isEmpty(${chosen}) }}`, tone: 'muted', text: "{{ '–' }}" },
    ],
  };
}
