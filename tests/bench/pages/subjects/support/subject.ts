import type { Metrics } from '../../../statistics.ts';

/** Something measured in a fresh page: draws into `root` if it draws at all. */
export type Subject = (root: HTMLElement, argument: unknown) => Promise<Metrics>;
