import { addTo } from '../../../src/core/lists.ts';
import type { WordedContext } from '../../context.ts';
import { speaker } from '../../reader.ts';
import { byName, departmentReader } from './department-names.ts';
import type { ItemAnswer } from './items.ts';
import { listNamedItems, type NamedItem } from './named-items.ts';

export interface Progress {
  papers: number;
  submitted: number;
  /** Not submitted, with answers. */
  started: number;
  /** Not submitted, without any answer. */
  untouched: number;
  /** Not submitted, and too late. */
  overdue: number;
  cells: number;
  answered: number;
}
export interface DepartmentProgress extends Progress {
  key: string;
  department: string;
}

/** How far the papers of an evaluation are, all together and by department, in the words of the reader; people without one stand under an empty name. */
export async function progressBoard(context: WordedContext, projectId: number): Promise<Progress & { departments: DepartmentProgress[] }> {
  const { content } = await listNamedItems(context, { projectId: String(projectId) });
  // Several departments may have one name in the language of the reader.
  const { keyOf } = await departmentReader(context.db, speaker(context));
  const byDepartment = new Map<string, NamedItem[]>();
  for (const item of content) {
    const key = keyOf(item.sendDepartment ?? '');
    addTo(byDepartment, key, item);
  }
  const departments = [...byDepartment].map(([key, items]) => ({
    key,
    department: items[0]?.departmentName ?? '',
    ...progressOfItems(items),
  }));
  departments.sort((one, other) => byName(one.department, other.department));
  return { ...progressOfItems(content), departments };
}

function progressOfItems(items: readonly ItemAnswer[]): Progress {
  const open = items.filter((item) => item.state === 0);
  const count = (list: readonly ItemAnswer[], fits: (item: ItemAnswer) => boolean) => list.filter(fits).length;
  return {
    papers: items.length,
    submitted: items.length - open.length,
    started: count(open, (item) => item.answered > 0),
    untouched: count(open, (item) => item.answered === 0),
    overdue: count(open, (item) => item.expired),
    cells: items.reduce((sum, item) => sum + item.cells, 0),
    answered: items.reduce((sum, item) => sum + item.answered, 0),
  };
}
