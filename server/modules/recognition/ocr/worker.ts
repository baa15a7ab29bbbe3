import { answerJobs } from '../../../threads/answering.ts';
import { readPageHere } from './read-pages.ts';

// The models it has loaded stay with the thread.
answerJobs(readPageHere);
