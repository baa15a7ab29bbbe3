import type { PlanField, PlanNode, PlanOption } from '../types.ts';

/** Every field in a list of fields or nodes of a form, however deep in layouts, in reading order. */
export function fieldsWithin(nodes: readonly PlanNode[]): PlanField[] {
  const found: PlanField[] = [];
  for (const node of nodes) {
    if (isField(node)) found.push(node);
    else if (isBetween(node)) for (const option of Object.values(node.options)) collectFields(option, found);
  }
  return found;
}

function collectFields(option: PlanOption, found: PlanField[]): void {
  if (option.kind === 'nodes') found.push(...fieldsWithin(option.value));
  else if (option.kind === 'object') for (const part of Object.values(option.value)) collectFields(part, found);
  else if (option.kind === 'array') for (const part of option.value) collectFields(part, found);
}

/** Whether a node holds a value of the form around it. */
export function isField(node: PlanNode): node is PlanField {
  return 'rules' in node && !isBetween(node);
}

/** Whether a node is a widget between the fields of a form. */
export function isBetween(node: PlanNode): node is PlanField {
  return 'between' in node && node.between === true;
}
