import type { SourceRow } from './source-rows.ts';

/** How a foreign menu says its types, what is shown, and where its root is. */
export interface Dialect {
  name: string;
  /** Our type of a row: 0 directory, 1 page, 2 button. */
  typeOf: (row: SourceRow) => '0' | '1' | '2';
  isShown: (row: SourceRow) => boolean;
  /** What was not said and had to be guessed. */
  guessed: string[];
}

const letters: Record<string, '0' | '1' | '2'> = { M: '0', C: '1', F: '2' };

/** Reads the dialect off the rows themselves. */
export function recognise(rows: SourceRow[]): Dialect {
  const types = new Set(rows.map(({ type }) => type?.toUpperCase()).filter((type) => type !== undefined));
  const guessed: string[] = [];
  const parents = new Set(rows.map(({ parent }) => parent));
  const isRuoyi = [...types].some((type) => Object.hasOwn(letters, type));
  const isPig = !isRuoyi && isPigLike(rows, types, parents);
  const name = isRuoyi ? 'RuoYi' : isPig ? 'pig' : 'unknown';
  return { name, typeOf: typeReader(rows, types, parents, isPig, guessed), isShown: visibilityReader(rows, name, guessed), guessed };
}

/** pig has two types, menu and button: nothing stands under a button, and it has a permission instead of a path. */
function isPigLike(rows: SourceRow[], types: Set<string>, parents: Set<string | undefined>): boolean {
  if (![...types].every((type) => type === '0' || type === '1' || type === '2') || !types.has('1')) return false;
  const ones = rows.filter(({ type }) => type === '1');
  return ones.every(
    ({ id, path, component, permission }) =>
      !parents.has(id) && component === undefined && (path === undefined || permission !== undefined),
  );
}

function typeReader(
  rows: SourceRow[],
  types: Set<string>,
  parents: Set<string | undefined>,
  isPig: boolean,
  guessed: string[],
): Dialect['typeOf'] {
  const isButton = (row: SourceRow): boolean =>
    (isPig && row.type === '1') ||
    (row.path === undefined && row.component === undefined && row.permission !== undefined && !parents.has(row.id));
  const nests = new Set(rows.filter((row) => !isButton(row)).map(({ parent }) => parent));
  const byShape = (row: SourceRow): '0' | '1' | '2' => {
    if (isButton(row)) return '2';
    return nests.has(row.id) && (row.component === undefined || isFrameComponent(row.component)) ? '0' : '1';
  };
  if ([...types].some((type) => Object.hasOwn(letters, type))) return (row) => letters[row.type?.toUpperCase() ?? ''] ?? byShape(row);
  if (isPig) return (row) => (row.type === '1' ? '2' : byShape(row));
  if (types.has('3')) {
    guessed.push('types are digits up to 3: read as 1 directory, 2 page, 3 button');
    const digits: Record<string, '0' | '1' | '2'> = { 1: '0', 2: '1', 3: '2' };
    return (row) => digits[row.type ?? ''] ?? byShape(row);
  }
  if (types.size > 0) {
    guessed.push('types are digits up to 2: read as 0 directory, 1 page, 2 button');
    return (row) => (row.type === '0' || row.type === '1' || row.type === '2' ? row.type : byShape(row));
  }
  guessed.push('rows say no type: taken from what they have (children, path, permission)');
  return byShape;
}

/** Layouts other systems name where ours nest by the tree. */
export function isFrameComponent(component: string): boolean {
  return ['layout', 'parentview', 'innerlink', 'blank', 'basiclayout', 'routeview'].includes(component.toLowerCase());
}

/** RuoYi shows what is 0, pig what is 1; elsewhere what most menus are is taken for shown. */
function visibilityReader(rows: SourceRow[], name: string, guessed: string[]): Dialect['isShown'] {
  const isTrue = (value: string): boolean => ['true', '1', 'y', 'yes'].includes(value.toLowerCase());
  const values = rows.map(({ visible }) => visible?.toLowerCase()).filter((value) => value !== undefined);
  const isWord = values.some((value) => value === 'true' || value === 'false');
  let shown = name === 'RuoYi' ? '0' : '1';
  if (name === 'unknown' && values.length > 0 && !isWord) {
    const ones = values.filter((value) => value === '1').length;
    shown = ones * 2 > values.length ? '1' : '0';
    guessed.push(`visible: ${shown} is taken for shown, because most rows have it`);
  }
  return ({ visible, hidden }) => {
    if (hidden !== undefined) return !isTrue(hidden);
    if (visible === undefined) return true;
    return isWord ? isTrue(visible) : visible === shown;
  };
}
