import type { ReactNode } from 'react';
import type { ResultOptions } from '../../../src/generated/options.ts';

type Status = NonNullable<ResultOptions['status']>;

const line = { fill: 'none', stroke: 'currentColor', strokeWidth: 4, strokeLinecap: 'round', strokeLinejoin: 'round' } as const;

/** What stands in the middle of the window of each drawing. */
const scenes: Record<Status, ReactNode> = {
  // A closed door with a lock: no permission.
  '403': (
    <>
      <rect x="92" y="76" width="56" height="46" rx="8" className="tg-ill-fill" />
      <path {...line} d="M102 76v-12a18 18 0 0136 0v12" />
      <rect {...line} x="92" y="76" width="56" height="46" rx="8" />
      <path {...line} d="M120 94v12" />
    </>
  ),
  // A path that ends: not found.
  '404': (
    <>
      <circle cx="112" cy="88" r="28" className="tg-ill-fill" />
      <circle {...line} cx="112" cy="88" r="28" />
      <path {...line} d="M133 109l20 20M103 80l18 18M121 80l-18 18" />
    </>
  ),
  // A broken line between two plugs: failure.
  '500': (
    <>
      <path {...line} d="M62 98h28l8-18 14 40 10-26" />
      <path {...line} strokeDasharray="2 10" d="M122 94h20" />
      <path {...line} d="M146 98h32" />
      <circle cx="134" cy="94" r="5" className="tg-ill-dot" />
    </>
  ),
  success: (
    <>
      <circle cx="120" cy="96" r="32" className="tg-ill-fill" />
      <circle {...line} cx="120" cy="96" r="32" />
      <path {...line} d="M105 97l11 11 20-23" />
    </>
  ),
  // Building blocks of something that is on its way.
  info: (
    <>
      <rect x="76" y="96" width="36" height="28" rx="5" className="tg-ill-fill" />
      <rect {...line} x="76" y="96" width="36" height="28" rx="5" />
      <rect {...line} x="118" y="96" width="44" height="28" rx="5" />
      <rect {...line} strokeDasharray="6 9" x="98" y="62" width="42" height="28" rx="5" />
    </>
  ),
  warning: (
    <>
      <path d="M120 64l34 60H86z" className="tg-ill-fill" />
      <path {...line} d="M120 64l34 60H86zM120 86v16M120 112v1" />
    </>
  ),
  // An open box with nothing in it.
  empty: (
    <>
      <path d="M80 92h80l-10 32H90z" className="tg-ill-fill" />
      <path {...line} d="M80 92l14-22h52l14 22M80 92h80v28a6 6 0 01-6 6H86a6 6 0 01-6-6zM80 92h24l6 10h20l6-10h24" />
    </>
  ),
};

/** A light drawing in the colours of the theme: a window with the sign of the status. Decoration: the title says it. */
export function Illustration({ status }: { status: Status }) {
  return (
    <svg className="tg-illustration" viewBox="0 0 240 176" aria-hidden="true" focusable="false">
      <ellipse cx="120" cy="160" rx="88" ry="8" className="tg-ill-shade" />
      <rect x="32" y="20" width="176" height="130" rx="12" className="tg-ill-window" />
      <path d="M32 44h176" className="tg-ill-edge" />
      <circle cx="46" cy="32" r="3.5" className="tg-ill-dot" />
      <circle cx="58" cy="32" r="3.5" className="tg-ill-bead" />
      <circle cx="70" cy="32" r="3.5" className="tg-ill-bead" />
      <g className="tg-ill-scene">{scenes[status]}</g>
    </svg>
  );
}
