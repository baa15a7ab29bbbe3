import { answerJobs } from '../../../threads/answering.ts';
import { readTicket } from './read.ts';

answerJobs(({ content, type }: { content: Uint8Array; type: string }) => readTicket(content, type));
