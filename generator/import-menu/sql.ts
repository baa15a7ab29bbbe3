import { type Token, tokenize, UnfinishedText } from './tokens.ts';

/** A row of a table: values by column, and the line it begins in. */
export interface SqlRow {
  line: number;
  values: Record<string, string | null>;
}
export interface SqlRows {
  rows: SqlRow[];
  /** Rows inserted into tables of menus, whether they could be read or not. */
  found: number;
  /** Rows whose values do not fit the columns, and tables that are no menus. */
  dropped: string[];
  /** Columns that were not said and had to be guessed. */
  guessed: string[];
}

/** Columns of sys_menu where inserts do not name them, by number of values: RuoYi with and without route_name, pig with and without en_name. */
const usual: Record<string, string[]> = {
  ruoyi: (
    'menu_id menu_name parent_id order_num path component query route_name is_frame is_cache menu_type visible status perms icon ' +
    'create_by create_time update_by update_time remark'
  ).split(' '),
  pig: (
    'menu_id name en_name permission path parent_id icon visible sort_order keep_alive embedded menu_type ' +
    'create_by create_time update_by update_time del_flag'
  ).split(' '),
};
const constraints = ['primary', 'key', 'unique', 'constraint', 'index', 'fulltext', 'check', 'foreign', 'spatial'];

/** Rows that SQL inserts into tables of menus (names that end in `menu`). Throws UnfinishedText. */
export function readInserts(sql: string): SqlRows {
  const reader = new Reader(tokensOf(sql));
  reader.read();
  return reader.result;
}

/** MySQL escapes with backslashes, the others do not: a text that never ends tells. */
function tokensOf(sql: string): Token[] {
  try {
    return tokenize(sql, true);
  } catch (error) {
    if (error instanceof UnfinishedText) return tokenize(sql, false);
    throw error;
  }
}

class Reader {
  readonly result: SqlRows = { rows: [], found: 0, dropped: [], guessed: [] };
  private readonly tokens: Token[];
  private readonly tables = new Map<string, string[]>();
  private readonly others = new Map<string, number>();
  private at = 0;

  constructor(tokens: Token[]) {
    this.tokens = tokens;
  }

  read(): void {
    while (this.at < this.tokens.length) {
      if (this.isWord('create')) this.create();
      else if (this.isWord('insert') || this.isWord('replace')) this.insert();
      else this.at += 1;
    }
    for (const [table, count] of this.others) this.result.dropped.push(`${count} rows of ${table}, which is no menu`);
  }

  private isWord(word: string, at = this.at): boolean {
    const token = this.tokens[at];
    return token?.kind === 'word' && !token.quoted && token.value.toLowerCase() === word;
  }

  private isSign(sign: string): boolean {
    const token = this.tokens[this.at];
    return token?.kind === 'sign' && token.value === sign;
  }

  /** Name of a table, without its schema. */
  private table(): string {
    let name = this.tokens[this.at]?.value ?? '';
    this.at += 1;
    while (this.isSign('.')) {
      name = this.tokens[this.at + 1]?.value ?? '';
      this.at += 2;
    }
    return name.toLowerCase();
  }

  /** Parts of a bracket, separated by commas; the reader stands behind it. */
  private list(): Token[][] {
    const parts: Token[][] = [[]];
    let depth = 0;
    for (; this.at < this.tokens.length; this.at += 1) {
      const token = this.tokens[this.at];
      if (!token) break;
      if (token.kind === 'sign' && token.value === '(') {
        depth += 1;
        if (depth === 1) continue;
      }
      if (token.kind === 'sign' && token.value === ')') {
        depth -= 1;
        if (depth === 0) {
          this.at += 1;
          break;
        }
      }
      if (token.kind === 'sign' && token.value === ',' && depth === 1) parts.push([]);
      else parts.at(-1)?.push(token);
    }
    return parts;
  }

  private create(): void {
    this.at += 1;
    if (!this.isWord('table')) return;
    this.at += 1;
    while (['if', 'not', 'exists'].some((word) => this.isWord(word))) this.at += 1;
    const table = this.table();
    if (!this.isSign('(')) return;
    const columns = this.list().flatMap(([first]) =>
      first?.kind === 'word' && (first.quoted || !constraints.includes(first.value.toLowerCase())) ? [first.value.toLowerCase()] : [],
    );
    this.tables.set(table, columns);
  }

  private insert(): void {
    this.at += 1;
    while (['low_priority', 'ignore', 'overwrite'].some((word) => this.isWord(word))) this.at += 1;
    if (!this.isWord('into')) return;
    this.at += 1;
    const table = this.table();
    const columns = this.isSign('(') ? this.list().map((part) => (part[0]?.value ?? '').toLowerCase()) : this.tables.get(table);
    if (!this.isWord('values') && !this.isWord('value')) return;
    this.at += 1;
    while (this.isSign('(')) {
      const line = this.tokens[this.at]?.line ?? 0;
      const parts = this.list();
      if (table.endsWith('menu')) this.row(parts, columns, line);
      else this.others.set(table, (this.others.get(table) ?? 0) + 1);
      if (this.isSign(',')) this.at += 1;
    }
  }

  private row(parts: Token[][], said: string[] | undefined, line: number): void {
    this.result.found += 1;
    const columns = said ?? this.guess(parts);
    if (columns?.length !== parts.length) {
      const why = columns ? `${parts.length} values for ${columns.length} columns` : `${parts.length} values and no names of columns`;
      this.result.dropped.push(`line ${line}: ${why}`);
      return;
    }
    this.result.rows.push({ line, values: Object.fromEntries(columns.map((name, index) => [name, readValue(parts[index] ?? [])])) });
  }

  private guess(parts: Token[][]): string[] | undefined {
    const values = parts.map(readValue);
    const hasLetter = values.some((value) => value === 'M' || value === 'C' || value === 'F');
    const [name, optional] = hasLetter ? ['ruoyi', 'route_name'] : ['pig', 'en_name'];
    const columns = usual[name] ?? [];
    const fitting = [columns, columns.filter((column) => column !== optional)].find(({ length }) => length === parts.length);
    const note = `the inserts name no columns: read as those of ${name}`;
    if (fitting && !this.result.guessed.includes(note)) this.result.guessed.push(note);
    return fitting;
  }
}

/** A text or number; null for null, functions such as now() and anything computed. */
function readValue(tokens: Token[]): string | null {
  const [first, second] = tokens;
  if (!first) return null;
  if (first.kind === 'sign' && first.value === '-' && second?.kind === 'number' && tokens.length === 2) return `-${second.value}`;
  // 'x'::text of PostgreSQL is the text.
  const isCast = tokens[1]?.value === ':' && tokens[2]?.value === ':';
  if (tokens.length > 1 && !isCast) return null;
  if (first.kind === 'word' && !first.quoted)
    return ['true', 'false'].includes(first.value.toLowerCase()) ? first.value.toLowerCase() : null;
  return first.value;
}
