export interface Design {
  width: number;
  height: number;
  mode: 'contain' | 'width';
  fluidBelow: number;
  smallest: number;
  largest: number;
  enlarge: number;
}
/** `fluid`: the content lays out by itself. Else it is drawn at `width` x `height` and zoomed by `factor`. */
export type Scale = { fluid: true } | { fluid: false; factor: number; width: number; height: number };

/**
 * How a design is shown in a window (LAYOUT-08, LOGIN-17); `enlarge` is how much larger widgets are in the design. The drawn box fills the window, so it is at least the design size in both
 * directions (mode contain) and the rest of the window is part of it, not a frame around it.
 */
export function scaleOf(window: { width: number; height: number }, design: Design): Scale {
  const across = window.width / design.width;
  const fitting = design.mode === 'contain' ? Math.min(across, window.height / design.height) : across;
  if (window.width < design.fluidBelow || !(fitting >= design.smallest)) return { fluid: true };
  const factor = Math.min(fitting, design.largest) * design.enlarge;
  return { fluid: false, factor, width: window.width / factor, height: window.height / factor };
}
