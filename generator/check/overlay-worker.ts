import { answerJobs } from '../../server/threads/answering.ts';
import type { OverlayFile } from '../../src/core/types.ts';
import { checkOverlay } from './overlay.ts';

// A thread of its own: a check takes as long as many answers of the server.
answerJobs(({ root, files }: { root: string; files: OverlayFile[] }) => checkOverlay(root, files));
