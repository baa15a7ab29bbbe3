import { type Complain, complainOfTwins, isId, isSafeAddress, readListed, readTitle, type Title } from './listed-settings.ts';

interface Common {
  /** Short name in the database and in logs: lower-case letters, digits, hyphens. */
  id: string;
  title: Title;
  /** Who may use it needs this permission, too. Without it: everybody who may use sources. */
  permission: string | undefined;
}
/** Tables and views of a PostgreSQL, as far as its account may read them. */
export interface DatabaseSource extends Common {
  kind: 'postgresql';
  /** With user and password. Stays on the server. */
  url: string;
  /** Schemas that are offered. Without it: all. */
  schemas: readonly string[] | undefined;
}
export const addressFormats = ['csv', 'xlsx', 'json'] as const;
/** What an address answers with: one table. */
export interface AddressSource extends Common {
  kind: 'address';
  url: string;
  format: (typeof addressFormats)[number];
  /** Sent with every request, such as a key. They stay on the server. */
  headers: Readonly<Record<string, string>>;
  /** Names that lead to the list of rows in a JSON answer, such as data.items. Default: the answer is the list. */
  rowsAt: string;
}
export type DataSource = DatabaseSource | AddressSource;

const shared = ['id', 'title', 'permission', 'url'];
const own = { postgresql: ['schemas'], address: ['format', 'headers', 'rowsAt'] } as const;

/** Reads DATA_SOURCES: a list in JSON, or the path of a file that holds it. Faults go to `complain`, each with its place, never with a secret. */
export function readDataSources(text: string, root: string, complain: Complain): DataSource[] {
  const list = readListed(text, root, complain, '{"id": "erp", "url": "postgres://...", ...}');
  const sources = list.flatMap((item, index) => readSource(item, `source ${index + 1}`, complain));
  complainOfTwins(
    sources.map(({ id }) => id),
    'sources',
    complain,
  );
  return sources;
}

function readSource(item: unknown, place: string, complain: Complain): DataSource[] {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) {
    complain(`${place} is no object`);
    return [];
  }
  const values = item as Record<string, unknown>;
  const { id = '', url = '', permission, schemas, format, headers = {}, rowsAt = '' } = values;
  const isDatabase = typeof url === 'string' && /^postgres(ql)?:\/\//.test(url);
  const kind = isDatabase ? 'postgresql' : 'address';
  const faults = Object.keys(values)
    .filter((key) => ![...shared, ...own[kind]].includes(key))
    .map((key) => `does not know "${key}"`);
  if (typeof id !== 'string' || !isId(id)) faults.push('needs an "id" of lower-case letters, digits and hyphens');
  if (permission !== undefined && (typeof permission !== 'string' || permission.trim() === ''))
    faults.push('"permission" is the name of a permission');
  if (isDatabase ? !URL.canParse(url) : typeof url !== 'string' || !isSafeAddress(url))
    faults.push('needs a "url": postgres://..., or an https address without user and password (http only for this machine)');
  if (schemas !== undefined && !isTexts(schemas)) faults.push('"schemas" is a list of names');
  if (kind === 'address') {
    if (!addressFormats.some((one) => one === format)) faults.push(`"format" is one of ${addressFormats.join(', ')}`);
    if (!isHeaders(headers)) faults.push('"headers" are names with texts');
    if (typeof rowsAt !== 'string' || !/^([^.]+(\.[^.]+)*)?$/.test(rowsAt))
      faults.push('"rowsAt" is a path in the answer, such as data.items');
  }
  for (const fault of faults) complain(`${place}${typeof id === 'string' && id !== '' ? ` (${id})` : ''} ${fault}`);
  if (faults.length > 0) return [];
  const common = { id: id as string, title: readTitle(values.title, id as string), permission: permission as string | undefined };
  if (kind === 'postgresql') return [{ ...common, kind, url: url as string, schemas: schemas as string[] | undefined }];
  const [as, sent, at] = [format as AddressSource['format'], headers as Record<string, string>, rowsAt as string];
  return [{ ...common, kind, url: url as string, format: as, headers: sent, rowsAt: at }];
}

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((one) => typeof one === 'string' && one !== '');

function isHeaders(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(
    ([name, text]) => /^[A-Za-z0-9-]{1,60}$/.test(name) && typeof text === 'string' && !/[\r\n\0]/.test(text),
  );
}
