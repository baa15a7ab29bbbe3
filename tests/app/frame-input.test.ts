// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { FrameInput } from '../../src/app/frame-input.ts';
import { LeaveGuard } from '../../src/engine/index.ts';

/** A page of another site, into which nobody can look. */
const foreign = 'foreign';
const pageOfOwn = () => document.implementation.createHTMLDocument();

/** A frame that shows a page, and what is known of what is typed in it. */
function begin(first: Document | typeof foreign = pageOfOwn()) {
  let shown = first;
  const frame = {
    get document() {
      if (shown === foreign) throw new DOMException('Blocked a frame', 'SecurityError');
      return shown;
    },
  };
  const leave = new LeaveGuard();
  const input = new FrameInput(frame as Window, leave);
  return {
    input,
    goesTo: (page: Document | typeof foreign) => {
      shown = page;
    },
    known: () => ({ blocked: leave.blocked, isEmpty: input.isEmpty }),
  };
}
const unknown = { blocked: false, isEmpty: false };

describe('[WS-12] what a frame says of its input', () => {
  it.each([
    ['of this site', pageOfOwn()],
    ['of another site', foreign],
  ] as const)('goes with the page that said it once one %s is loaded', (_, next) => {
    for (const unsaved of [true, false]) {
      const { input, goesTo, known } = begin();
      input.take({ unsaved });
      expect(known()).toEqual({ blocked: unsaved, isEmpty: !unsaved });
      goesTo(next);
      input.loaded();
      expect(known()).toEqual(unknown);
    }
  });

  it('stays where its page had spoken before it was loaded', () => {
    const { input, goesTo, known } = begin();
    input.take({ unsaved: true });
    goesTo(pageOfOwn());
    input.take({ unsaved: false });
    input.loaded();
    expect(known()).toEqual({ blocked: false, isEmpty: true });
  });

  it('counts of a page of another site once that is loaded', () => {
    const { input, known } = begin(foreign);
    input.take({ unsaved: true });
    input.loaded();
    expect(known()).toEqual(unknown);
    input.take({ unsaved: true });
    expect(known()).toEqual({ blocked: true, isEmpty: false });
    input.forget();
  });

  it('makes the browser ask before the window closes, while something is unsaved', () => {
    const { input } = begin();
    const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    const asked = [{ unsaved: true }, { unsaved: false, typed: true }, { unsaved: true }].map((typing) => {
      input.take(typing);
      return isAsked();
    });
    input.forget();
    expect([...asked, isAsked()]).toEqual([true, false, true, false]);
  });
});
