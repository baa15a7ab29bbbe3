export { type Fitted, fitAutomatically, scoreOf, type Try } from './automatic.ts';
export { type CausalResult, type CausalWarning, estimateEffect, type Refutation } from './causal.ts';
export type { Importance } from './importance.ts';
export { classOf, confusionOf, type Metrics, metricsOf, rocCurve } from './metrics.ts';
export { type Candidate, type Estimator, estimators, type KeptModel, predictColumns } from './model.ts';
export { type Analysis, type LearningColumn, type Task, takeColumns } from './table.ts';
export { targetOf } from './target.ts';
export type { Warning } from './warnings.ts';
export { fitTexts, predictTexts, reasonsFor, type TextFitted, type TextModel } from './words.ts';
