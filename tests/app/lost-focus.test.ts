// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it } from 'vitest';
import { focusPage } from '../../src/app/focus-page.ts';
import { keepFocus } from '../../src/app/lost-focus.ts';

let stop = (): void => undefined;
beforeEach(() => {
  stop = keepFocus();
});
afterEach(() => {
  stop();
  document.body.replaceChildren();
});

const wait = (milliseconds = 150) => new Promise((done) => setTimeout(done, milliseconds));
function page(html: string): (selector: string) => HTMLElement {
  document.body.innerHTML = html;
  return (selector) => {
    const found = document.querySelector<HTMLElement>(selector);
    if (!found) throw new Error(`There is no ${selector}`);
    return found;
  };
}
const conflict = (name: string) => `<li id="${name}"><button>mine</button><button class="theirs">theirs</button></li>`;

it('a button that goes with its row gives the focus to the next row, and to the one before when it was the last', async () => {
  const at = page(`<main><h1>Page</h1><section><ul>${['a', 'b', 'c'].map(conflict).join('')}</ul><button>all</button></section></main>`);
  at('#b .theirs').focus();
  at('#b').remove();
  await wait();
  expect(document.activeElement).toBe(at('#c button'));
  at('#c').remove();
  await wait();
  expect(document.activeElement).toBe(at('#a .theirs'));
  at('#a').remove();
  await wait();
  expect(document.activeElement?.textContent).toBe('all');
});

it('where nothing is left of its part the heading of the page has it', async () => {
  const at = page(`<main><h1>Page</h1><div><section><button>decide</button></section></div><button>other</button></main>`);
  at('section button').focus();
  at('section').remove();
  await wait();
  expect(document.activeElement).toBe(at('h1'));
});

it('a button that is disabled hands it on', async () => {
  const at = page(`<main><nav><button id="previous">previous</button><button id="next">next</button></nav></main>`);
  at('#next').focus();
  // What browsers do when they draw it disabled.
  at('#next').blur();
  at('#next').setAttribute('disabled', '');
  await wait();
  expect(document.activeElement).toBe(at('#previous'));
});

it('what goes over the page gives it back, and to the heading when nothing had it before', async () => {
  const dialog = `<div role="dialog" aria-modal="true"><button>OK</button></div>`;
  const at = page(`<main><h1>Page</h1><button id="opener">open</button></main>${dialog}`);
  at('#opener').focus();
  at('[role=dialog] button').focus();
  at('[role=dialog]').remove();
  await wait();
  expect(document.activeElement).toBe(at('#opener'));
  const again = page(`<main><h1>Page</h1></main>${dialog}`);
  await wait();
  again('[role=dialog] button').focus();
  again('[role=dialog]').remove();
  await wait();
  expect(document.activeElement).toBe(again('h1'));
});

it('leaves alone what people do themselves, and what happens inside an open dialog', async () => {
  const at = page(`<main><h1>Page</h1><button>stay</button></main><div role="dialog" aria-modal="true"><p><button>in</button></p></div>`);
  at('[role=dialog] button').focus();
  at('[role=dialog] button').remove();
  await wait();
  expect(document.activeElement).toBe(document.body);
  at('[role=dialog]').remove();
  at('main button').focus();
  at('main button').blur();
  await wait();
  at('main button').remove();
  await wait();
  expect(document.activeElement).toBe(document.body);
});

it('in a grid the grid itself takes it, whatever else stands there', async () => {
  const at = page(`<main><h1>Page</h1><div role="grid" tabindex="0"><div role="row"><span id="choice" tabindex="-1">1</span></div>
    <section><button>other</button></section></div></main>`);
  at('#choice').focus();
  at('#choice').remove();
  await wait();
  expect(document.activeElement).toBe(at('[role=grid]'));
});

it('who goes elsewhere while the page still loads stays there', async () => {
  const at = page(`<main><h1>Page</h1><p aria-busy="true"></p><button id="gone">go</button></main><aside><button>mine</button></aside>`);
  at('#gone').focus();
  at('#gone').remove();
  await wait();
  at('aside button').focus();
  at('p').remove();
  await wait();
  expect(document.activeElement).toBe(at('aside button'));
});

it('a page that takes the focus itself while it loads keeps it; any other gets it at its heading once it has loaded', async () => {
  const at = page(`<nav><a href="/a">a</a></nav><main><h1>Page</h1><p aria-busy="true"></p><input /></main>`);
  at('a').focus();
  for (const took of [true, false]) {
    const giveUp = focusPage();
    await wait(10);
    expect(document.activeElement).toBe(at('a'));
    if (took) at('input').focus();
    at('p').removeAttribute('aria-busy');
    await wait(10);
    expect(document.activeElement).toBe(at(took ? 'input' : 'h1'));
    giveUp();
    at('a').focus();
    at('p').setAttribute('aria-busy', 'true');
  }
});

it('what went while this was still on its way is noticed when it comes', async () => {
  stop();
  const at = page(`<main><h1>Page</h1><div role="dialog" aria-modal="true"><button>OK</button></div></main>`);
  const button = at('[role="dialog"] button');
  button.focus();
  at('[role="dialog"]').remove();
  stop = keepFocus(button);
  await wait();
  expect(document.activeElement).toBe(at('h1'));
});
