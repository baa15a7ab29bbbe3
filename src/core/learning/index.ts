export { type Fitted, fitAutomatically } from './automatic.ts';
export { type CausalResult, type CausalWarning, estimateEffect } from './causal.ts';
export { classOf, type Measured, type Metrics, measure } from './metrics.ts';
export { type Estimator, estimators, type KeptModel, predictColumns } from './model.ts';
export {
  type FewPictures,
  fitPictures,
  type PictureFitted,
  type PictureModel,
  type PictureSaid,
  pictureSide,
  predictPicture,
  shrunk,
} from './pictures.ts';
export type { Refutation } from './refute.ts';
export { type Analysis, type LearningColumn, lengthOf, type Task, takeColumns, takeValues } from './table.ts';
export { labelAt, lacksPositive, mostClasses, targetOf, targetsFor } from './target.ts';
export type { Warning } from './warnings.ts';
export { fitTexts, predictTexts, reasonsFor, type TextFitted, type TextModel } from './words.ts';
export { comparedBy, type Worth, worthByMetrics } from './worth.ts';
