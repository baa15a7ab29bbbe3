import type { StepResult } from './kinds.ts';
import type { RunStep } from './tables.ts';

/** The steps of a run as people see them. */
export class RunSteps {
  all: readonly RunStep[] = [];
  /** The one it is at, or failed at. */
  at: string | undefined;

  plan(steps: readonly { id: string; title: string }[]): void {
    this.all = steps.map(({ id, title }) => ({ id, title, state: 'waiting' }));
  }

  begin(id: string): void {
    this.at = id;
    this.set(id, { state: 'running', startedAt: now() });
  }

  progress(id: string, rows: number): void {
    this.set(id, { rows });
  }

  end(id: string, { rows, rejected, isKept }: StepResult): void {
    const state = (rejected ?? 0) > 0 ? 'warning' : 'success';
    this.set(id, { state, rows: rows ?? null, rejected: rejected ?? null, endedAt: now(), ...(isKept && { isKept }) });
    this.at = undefined;
  }

  fail(): void {
    if (this.at !== undefined) this.set(this.at, { state: 'fail', endedAt: now() });
  }

  private set(id: string, values: Partial<RunStep>): void {
    this.all = this.all.map((step) => (step.id === id ? { ...step, ...values } : step));
  }
}

const now = (): string => new Date().toISOString();
