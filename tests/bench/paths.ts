import { join } from 'node:path';
import { projectRoot } from '../support/project.ts';

export { projectRoot };
export const benchRoot = join(projectRoot, 'tests', 'bench');
/** Where the benchmark pages are built to: nothing of them comes near the production build in dist/. */
export const buildRoot = join(projectRoot, 'node_modules', '.cache', 'targus-bench');
