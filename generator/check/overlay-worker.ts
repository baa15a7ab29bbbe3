import { parentPort, workerData } from 'node:worker_threads';
import { checkOverlay, type OverlayFile } from './overlay.ts';

// A thread of its own: a check takes as long as many answers of the server.
const { root, files } = workerData as { root: string; files: OverlayFile[] };
parentPort?.postMessage(checkOverlay(root, files));
