export { type Fitted, fitAutomatically } from './automatic.ts';
export { type CausalResult, type CausalWarning, estimateEffect, type Refutation } from './causal.ts';
export { classOf, type Measured, type Metrics, measure, scoreOf } from './metrics.ts';
export { type Estimator, estimators, type KeptModel, predictColumns } from './model.ts';
export { fitPictures, type PictureFitted, type PictureModel, type PictureSaid, pictureSide, predictPicture, shrunk } from './pictures.ts';
export { type Analysis, type LearningColumn, lengthOf, type Task, takeColumns, takeValues } from './table.ts';
export { labelAt, targetOf, targetsFor } from './target.ts';
export type { Warning } from './warnings.ts';
export { fitTexts, predictTexts, reasonsFor, type TextFitted, type TextModel } from './words.ts';
