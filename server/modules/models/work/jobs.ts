import { type CausalAnswer, type CausalJob, causal } from './causal.ts';
import { type EvaluateJob, type Evaluation, evaluate } from './evaluate.ts';
import { type FitJob, type FitResult, fitModel } from './fit.ts';
import { type PredictJob, type PredictOneJob, predictFiles, predictOne, type Said } from './predict.ts';

export type Job = FitJob | PredictJob | PredictOneJob | EvaluateJob | CausalJob;

/** What a thread answers to each kind of job. */
export interface Results {
  fit: FitResult;
  fitText: FitResult;
  predict: { rows: number };
  predictOne: Said;
  evaluate: Evaluation;
  causal: CausalAnswer;
}

export function perform(job: Job): Results[Job['kind']] {
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
  }
}
