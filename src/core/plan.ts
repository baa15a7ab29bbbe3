export { MAX_PAGE_DEPTH, MAX_PAGE_NODES } from './plan/context.ts';
export { fieldsWithin, isBetween, isField } from './plan/form-fields.ts';
export type { Library, References } from './plan/library.ts';
export { ROOT_NAMES } from './plan/names.ts';
export { evaluateValue, readsOf } from './plan/options.ts';
export { planDocument, planFields, planPage } from './plan/page.ts';
export { stepNames } from './plan/steps.ts';
export { mayName, wholeChoice } from './plan/whole.ts';
