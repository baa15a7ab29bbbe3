import type { ReactNode } from 'react';
import { suggest } from '../core/index.ts';
import type { Problem } from '../core/types.ts';
import type { CodeFailure } from './code.ts';
import type { Engine } from './context.ts';

/** Why a node cannot be shown, from anything that was thrown. */
function reasonOf(error: unknown): { code: string; message: string; hint?: string } {
  if (typeof error === 'object' && error !== null && 'message' in error) {
    const { code, message, source, position } = error as { code?: unknown; message: unknown; source?: unknown; position?: unknown };
    const where = typeof source === 'string' && typeof position === 'number' ? ` (${source} @ ${position})` : '';
    return { code: typeof code === 'string' ? code : 'RENDER_FAILED', message: `${String(message)}${where}` };
  }
  return { code: 'RENDER_FAILED', message: String(error) };
}

interface PlaceOfNode {
  document: string;
  pointer: string;
  widget: string;
}

/** In place of a node that cannot be shown: what, where and why. */
export function Broken({
  engine,
  place,
  error,
  retry,
}: {
  engine: Engine;
  place: PlaceOfNode;
  error: unknown;
  retry?: () => void;
}): ReactNode {
  const { Explanation } = engine.registry.look;
  const { code, message, hint } = reasonOf(error);
  return (
    <Explanation
      code={code}
      message={message}
      document={place.document}
      pointer={place.pointer}
      widget={place.widget}
      {...(hint ? { hint } : {})}
      {...(retry ? { retry } : {})}
    />
  );
}

/** In place of a node whose code did not arrive (ERR-05, ERR-06): another try where that can help, or the whole page anew, as after a new release. */
export function CodeMissing({
  engine,
  place,
  failure,
  retry,
}: {
  engine: Engine;
  place: PlaceOfNode;
  failure: CodeFailure;
  retry: () => void;
}): ReactNode {
  const { Explanation } = engine.registry.look;
  const { code, advice, canRetry, message } = failure;
  const { document, pointer, widget } = place;
  const reload = (): void => engine.navigate(`${window.location.pathname}${window.location.search}`, { reload: true });
  return (
    <Explanation
      code={code}
      sentence={engine.translate(advice)}
      message={message}
      document={document}
      pointer={pointer}
      widget={widget}
      {...(canRetry && { retry })}
      reload={reload}
    />
  );
}

/** Shows a problem the plan found, in place of the broken node only. */
export function ProblemNotice({ engine, problem, widget }: { engine: Engine; problem: Problem; widget?: string }): ReactNode {
  const { Explanation } = engine.registry.look;
  return (
    <Explanation
      code={problem.code}
      message={problem.message}
      document={problem.document}
      pointer={problem.pointer}
      {...(widget ? { widget } : {})}
      {...(problem.hint ? { hint: problem.hint } : {})}
    />
  );
}

/** A problem for a widget key the vocabulary does not have. */
export function unknownWidget(engine: Engine, place: PlaceOfNode): Problem {
  const near = suggest(place.widget, Object.keys(engine.registry.widgets));
  return {
    code: 'UNKNOWN_WIDGET',
    severity: 'error',
    message: `There is no widget "${place.widget}"`,
    document: place.document,
    pointer: place.pointer,
    ...(near ? { hint: `did you mean "${near}"?` } : {}),
  };
}
