/** What waits for the pointer to come up; undefined while none is down. */
let waiting: (() => void)[] | undefined;
let isWatched = false;

/** Follows the presses of the page from now on; again is no harm. */
export function watchPresses(): void {
  if (isWatched) return;
  isWatched = true;
  // What a finger does comes as events of a mouse once more, all at its end: fields are left then.
  for (const begin of ['pointerdown', 'mousedown']) document.addEventListener(begin, () => (waiting ??= []), true);
  // A key comes where the end of the press was seen by nobody: outside the window.
  for (const end of ['pointerup', 'pointercancel', 'mouseup', 'keydown']) document.addEventListener(end, release, true);
}

function release(): void {
  const work = waiting ?? [];
  waiting = undefined;
  // The click belongs to the press and comes at once after it.
  for (const one of work) setTimeout(one);
}

/**
 * Does something at once, or after the press that is under way: leaving a field by pressing something tells what is wrong in it, the message
 * moves what stands below, and what moves between the down and the up of a pointer is not pressed.
 */
export function afterPress(work: () => void): void {
  if (waiting) waiting.push(work);
  else work();
}
