import { answerJobs } from '../../threads/answering.ts';
import { perform } from './jobs.ts';

answerJobs(perform);
