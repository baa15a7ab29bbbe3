import {
  type FitPicturesJob,
  learnPictures,
  type PictureResults,
  type PredictPictureJob,
  type ReadPictureJob,
  readPicture,
  type ShrinkPicturesJob,
  sayOfPicture,
  shrinkPictures,
} from '../../images/work.ts';
import { type ReadRowsJob, recogniseRows } from '../../recognition/work/read-rows.ts';
import { type ReadTextJob, readText, type TextRead } from '../../recognition/work/read-text.ts';
import { type CausalAnswer, type CausalJob, causal } from './causal.ts';
import { type EvaluateJob, type Evaluation, evaluate } from './evaluate.ts';
import { type FitJob, type FitResult, fitModel } from './fit.ts';
import { type PredictJob, type PredictOneJob, predictFiles, predictOne, type Said } from './predict.ts';

export type Job =
  | FitJob
  | PredictJob
  | PredictOneJob
  | EvaluateJob
  | CausalJob
  | ReadTextJob
  | ReadRowsJob
  | ReadPictureJob
  | ShrinkPicturesJob
  | FitPicturesJob
  | PredictPictureJob;

/** What a thread answers to each kind of job. */
export interface Results extends PictureResults {
  fit: FitResult;
  fitText: FitResult;
  predict: { rows: number };
  predictOne: Said;
  evaluate: Evaluation;
  causal: CausalAnswer;
  readText: TextRead;
  readRows: { rows: number };
}

export function perform(job: Job): Results[Job['kind']] | Promise<Results[Job['kind']]> {
  switch (job.kind) {
    case 'fit':
    case 'fitText':
      return fitModel(job);
    case 'predict':
      return predictFiles(job);
    case 'predictOne':
      return predictOne(job);
    case 'evaluate':
      return evaluate(job);
    case 'causal':
      return causal(job);
    case 'readText':
      return readText(job);
    case 'readRows':
      return recogniseRows(job);
    case 'readPicture':
      return readPicture(job);
    case 'shrinkPictures':
      return shrinkPictures(job);
    case 'fitPictures':
      return learnPictures(job);
    case 'predictPicture':
      return sayOfPicture(job);
  }
}
