import { type AnswerRead, type ReadAnswerJob, readAnswer } from '../data-feed/work/read-answer.ts';
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
} from '../images/work.ts';
import { type CausalAnswer, type CausalJob, causal } from '../models/work/causal.ts';
import { type EvaluateJob, type Evaluation, evaluate } from '../models/work/evaluate.ts';
import { type FitJob, type FitResult, fitModel, type UnknownPositive } from '../models/work/fit.ts';
import { type PredictJob, type PredictOneJob, predictFiles, predictOne, type Said } from '../models/work/predict.ts';
import { type ReadRowsJob, recogniseRows } from '../recognition/work/read-rows.ts';
import { type ReadTextJob, readText, type TextRead } from '../recognition/work/read-text.ts';
import { type JudgeJob, type JudgeOutcome, judgeRows, type TestJob, type TestOutcome, testRows } from '../rule-tables/work/judge.ts';

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
  | PredictPictureJob
  | JudgeJob
  | TestJob
  | ReadAnswerJob;

/** What a thread answers to each kind of job. */
export interface Results extends PictureResults {
  fit: FitResult | UnknownPositive;
  fitText: FitResult | UnknownPositive;
  predict: { rows: number };
  predictOne: Said;
  evaluate: Evaluation;
  causal: CausalAnswer;
  readText: TextRead;
  readRows: { rows: number };
  judge: JudgeOutcome;
  judgeTest: TestOutcome;
  readAnswer: AnswerRead;
}

/** @param tell says how many rows a long job is through */
export function perform(job: Job, tell: (rows: number) => void): Results[Job['kind']] | Promise<Results[Job['kind']]> {
  switch (job.kind) {
    case 'judge':
      return judgeRows(job, tell);
    case 'judgeTest':
      return testRows(job, tell);
    case 'readAnswer':
      return readAnswer(job);
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
