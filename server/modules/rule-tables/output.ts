import type { Column } from '../data-mart/repository.ts';
import type { OutputNames } from './tables.ts';

/** The columns a judged table has besides those of its input, in their order: score, decision, rules hit, and the number a row is explained by. */
export function addedColumns(names: OutputNames): (Pick<Column, 'name' | 'fieldType' | 'analysisType'> & { title: keyof OutputNames })[] {
  return [
    { name: names.score, fieldType: 'number', analysisType: 'numeric', title: 'score' },
    { name: names.judging, fieldType: 'string', analysisType: 'category', title: 'judging' },
    { name: names.rules, fieldType: 'string', analysisType: 'text', title: 'rules' },
    { name: names.judgement, fieldType: 'string', analysisType: 'id', title: 'judgement' },
  ];
}
