import type { PlanOption, PlanStep } from '../../core/types.ts';
import { resolveAll, resolveOption, resolveText } from '../options.ts';
import { plain } from '../scope.ts';
import type { Run } from './run.ts';

const LEVELS = ['success', 'info', 'warning', 'error'] as const;
type Level = (typeof LEVELS)[number];

/** Arguments of a step, evaluated when they are asked for. */
export class Arguments {
  constructor(
    private readonly step: PlanStep,
    private readonly run: Run,
  ) {}

  value(name: string): unknown {
    const option = this.step.args[name];
    return option ? plain(this.resolve(option)) : undefined;
  }

  text(name: string): string | undefined {
    const option = this.step.args[name];
    if (!option) return undefined;
    const { scope, engine } = this.run;
    if (option.kind === 'text') return resolveText(option.value, scope, engine.translate, this.record('with'));
    const value = this.resolve(option);
    return value === undefined || value === null ? undefined : String(value);
  }

  string(name: string): string {
    const value = this.value(name);
    return value === undefined || value === null ? '' : String(value);
  }

  record(name: string): Record<string, unknown> {
    const value = this.value(name);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  }

  level(fallback: Level): Level {
    const level = this.string('level');
    return LEVELS.find((known) => known === level) ?? fallback;
  }

  /** Entries of an object argument in their order, evaluated one by one. */
  entries(name: string): [string, unknown][] {
    const option = this.step.args[name];
    if (option?.kind === 'object') return Object.entries(option.value).map(([key, part]) => [key, plain(this.resolve(part))]);
    return Object.entries(this.record(name));
  }

  private resolve(option: PlanOption): unknown {
    const { scope, engine, page, names, form } = this.run;
    const context = {
      translate: engine.translate,
      run: (action: Parameters<typeof page.run>[0]) => page.run(action, { scope, names, form }),
    };
    return option.kind === 'object'
      ? resolveAll(option.value, scope, context, new Map())
      : resolveOption(option, scope, context, new Map());
  }
}
