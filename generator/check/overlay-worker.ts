import { parentPort, workerData } from 'node:worker_threads';
import type { OverlayFile } from '../../src/core/types.ts';
import { checkOverlay } from './overlay.ts';

// A thread of its own: a check takes as long as many answers of the server. One message is one check.
const { root } = workerData as { root: string };
parentPort?.on('message', (files: OverlayFile[]) => parentPort?.postMessage(checkOverlay(root, files)));
