// How much a new measurement weighs.
const weight = 0.3;
// Until something was measured: about the time of one check on a small machine.
let typical = 200;

/** How long password checks take these days, so that an answer without a check takes as long. Milliseconds. */
export const checkTime = {
  note(milliseconds: number): void {
    typical += (milliseconds - typical) * weight;
  },

  /** Resolves when a check begun at `start` (performance.now()) would be done. */
  async waitSince(start: number): Promise<void> {
    const rest = typical * (0.9 + Math.random() * 0.2) - (performance.now() - start);
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
  },
};
