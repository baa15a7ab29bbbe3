import './icon.css';

/** Strokes on a 24 x 24 field. The few signs that frames and controls need at once, without loading the list of icons. */
const strokes = {
  menu: 'M4 6h16M4 12h16M4 18h16',
  close: 'M6 6l12 12M18 6L6 18',
  down: 'M6 9l6 6 6-6',
  right: 'M9 6l6 6-6 6',
  left: 'M15 6l-6 6 6 6',
  up: 'M6 15l6-6 6 6',
  back: 'M20 12H5M11 6l-6 6 6 6',
  fold: 'M4 5h16M12 12h8M4 19h16M8 9l-3 3 3 3',
  unfold: 'M4 5h16M12 12h8M4 19h16M5 9l3 3-3 3',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  globe: 'M12 3a9 9 0 100 18 9 9 0 000-18zM3.5 9.5h17M3.5 14.5h17M12 3c-5 5.5-5 12.5 0 18M12 3c5 5.5 5 12.5 0 18',
  palette: 'M12 3a9 9 0 100 18c1.5 0 2.2-1.1 1.8-2.3-.6-1.9.6-3.2 2.4-3.2H18a3 3 0 003-3C21 7 17 3 12 3zM7.5 12.5h.01M9.5 8h.01M14.5 8h.01',
  external: 'M14 4h6v6M20 4l-9 9M18 14v5a1 1 0 01-1 1H5a1 1 0 01-1-1V7a1 1 0 011-1h5',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  info: 'M12 3a9 9 0 100 18 9 9 0 000-18zM12 11v5M12 7.8v.01',
  success: 'M12 3a9 9 0 100 18 9 9 0 000-18zM8 12.5l2.7 2.7L16 9.5',
  warning: 'M12 4L2.8 20h18.4zM12 10v4.5M12 17.3v.01',
  error: 'M12 3a9 9 0 100 18 9 9 0 000-18zM9 9l6 6M15 9l-6 6',
  trendUp: 'M4 17l6-6 4 4 6-7M15 8h5v5',
  trendDown: 'M4 7l6 6 4-4 6 7M15 16h5v-5',
} as const;
export type GlyphName = keyof typeof strokes;

/** A built-in sign, always decoration: the control around it carries the name. */
export function Glyph({ name, size }: { name: GlyphName; size?: number | undefined }) {
  return (
    <span className="tg-icon" data-glyph={name} aria-hidden="true" style={size === undefined ? undefined : { fontSize: size }}>
      <svg
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
        focusable="false"
        aria-hidden="true"
      >
        <path d={strokes[name]} />
      </svg>
    </span>
  );
}
