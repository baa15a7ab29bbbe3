import { readsOf } from '../../core/index.ts';
import type { PlanStep } from '../../core/types.ts';
import { noteChange } from '../calls.ts';
import { readsData } from '../options.ts';
import type { DialogWords } from '../types.ts';
import type { Place } from '../unsaved.ts';
import { Arguments } from './arguments.ts';
import { saveFile } from './download.ts';
import { isAway, nodeFor, unknownNode } from './node-for.ts';
import { type Run, runSteps, runWithin, Stop, takeOver } from './run.ts';

/** Rounds of one `each` step. */
const MOST_ROUNDS = 1000;

type StepRunner = (run: Run, args: Arguments, step: PlanStep) => Promise<void> | void;

async function makeCall(run: Run, id: string, args: Arguments, body: unknown): Promise<unknown> {
  try {
    const given = { with: args.record('with'), ...(body === undefined ? {} : { body }) };
    const answer = await run.engine.client.call(id, run.isStoppable ? { ...given, signal: run.signal } : given);
    run.called = true;
    return answer;
  } catch (error) {
    if (args.value('optional') === true && (error as { status?: unknown }).status === 404) return null;
    throw error;
  } finally {
    // Also where it failed: the answer of a change may have been lost.
    noteChange(run.engine.client);
  }
}

async function refresh(run: Run, name: string): Promise<void> {
  const { engine, page, names } = run;
  if (name === 'session') await engine.session.refreshSession();
  else if (name === 'menus') await engine.session.refreshMenus();
  else if (name === 'dictionaries') await engine.dictionaries.refresh();
  else {
    const source = page.refresh(name);
    const node = names.controller(name);
    if (source) await source;
    else if (node?.refresh) await node.refresh();
    // What is not shown has nothing to refresh: it loads when it is shown.
    else if (!page.isLeft && (node || !names.declares(name))) throw unknownNode(name, 'refresh');
  }
}

function set(run: Run, path: string, value: unknown): void {
  const [root = '', ...rest] = path.split('.');
  if (root === 'state') {
    run.page.setState(rest, value);
    return;
  }
  // The form the step stands in, whatever a page that shows it calls it.
  if (root === 'form' && run.own?.set) {
    run.own.set(rest, value);
    return;
  }
  nodeFor(run, root, 'set')?.set(rest, value);
}

const runners: Record<string, StepRunner> = {
  call: async (run, args) => {
    const answer = await makeCall(run, args.string('call'), args, args.value('body'));
    run.scope.names[args.string('as') || 'result'] = answer;
  },
  set: async (run, args) => {
    const entries = args.entries('set');
    const { engine, page, form, called } = run;
    const replaces = (place: Place): boolean => place.page === page && entries.some(([path, value]) => place.isChosenBy?.(path, value));
    if (engine.leave.blockedBy(replaces).length > 0) {
      if (called) form?.saved?.();
      if (!(await engine.leave.confirm(engine, replaces))) throw new Stop();
    }
    for (const [path, value] of entries) set(run, path, value);
  },
  validate: async (run, args) => {
    const form = nodeFor(run, args.string('validate'), 'validate');
    if (!form) throw new Stop();
    run.form = form;
    if (!(await form.validate())) throw new Stop();
  },
  reset: (run, args) => {
    const name = args.string('reset');
    if (!isAway(run, name)) nodeFor(run, name, 'reset')?.reset();
  },
  confirm: async (run, args) => {
    const { translate, feedback } = run.engine;
    const words = (): DialogWords => {
      const title = args.text('title');
      return {
        ...(title ? { title } : {}),
        text: args.text('confirm') ?? '',
        okText: args.text('okText') || translate('engine.ok'),
        cancelText: args.text('cancelText') || translate('engine.cancel'),
      };
    };
    const agreed = await feedback.dialog({ level: 'confirm', words, danger: args.value('danger') === true });
    if (!agreed) throw new Stop();
  },
  require: (run, args) => {
    if (args.value('require')) return;
    run.engine.feedback.message(args.level('warning'), args.text('message') ?? '');
    throw new Stop();
  },
  fail: (_run, args) => {
    const failure = args.value('fail');
    throw failure instanceof Error ? failure : new Error(String(failure));
  },
  until: (run, args) => run.page.until(() => args.value('until'), run.signal),
  notify: async (run, args) => {
    if (run.isTold) return;
    const { feedback, translate } = run.engine;
    const words = (): DialogWords => {
      const title = args.text('title');
      return { ...(title ? { title } : {}), text: args.text('notify') ?? '', okText: translate('engine.ok') };
    };
    const { title, text } = words();
    const level = args.level('success');
    const form = args.string('form');
    if (form === 'notification') feedback.notification(level, title, text);
    else if (form === 'dialog') await feedback.dialog({ level, words, fixed: args.value('fixed') === true });
    else feedback.message(level, text);
  },
  navigate: (run, args) => {
    const to = args.string('navigate');
    // What was just saved must not ask to be saved.
    if (run.called) run.form?.saved?.();
    run.engine.navigate(to === '-1' ? -1 : to, {
      query: args.record('query'),
      replace: args.value('replace') === true,
      window: args.string('window') === 'new' ? 'new' : 'same',
      reload: args.value('reload') === true,
    });
  },
  open: (run, args) => {
    const node = nodeFor(run, args.string('open'), 'open');
    if (!node) throw new Stop();
    node.open(args.record('with'));
  },
  close: (run, args) => {
    const name = args.string('close');
    if (name === 'window') {
      // A browser closes only windows a script opened; any other stays as it is.
      window.close();
      return;
    }
    const node = isAway(run, name) ? undefined : nodeFor(run, name, 'close');
    if (!node) return;
    if (run.called) run.form?.saved?.();
    node.close();
  },
  refresh: async (run, args) => {
    const names = args.value('refresh');
    await Promise.all((Array.isArray(names) ? names : [names]).map((name) => refresh(run, String(name))));
  },
  download: async (run, args) => {
    const answer = await makeCall(run, args.string('download'), args, args.value('body'));
    if (!(answer instanceof Blob)) {
      const message = run.engine.translate('engine.downloadFailed');
      throw Object.assign(new Error(message), { code: 'NOT_A_FILE', call: args.string('download'), status: undefined });
    }
    const given = answer instanceof File ? answer.name : '';
    saveFile(answer, args.string('fileName') || given || 'download');
  },
  upload: async (run, args) => {
    const body = { [args.string('field') || 'file']: args.value('file') };
    run.scope.names[args.string('as') || 'result'] = await makeCall(run, args.string('upload'), args, body);
  },
  copy: async (run, args) => {
    const given = args.string('copy');
    const text = args.string('form') === 'link' ? new URL(given, window.location.origin).href : given;
    const { feedback, translate } = run.engine;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // No permission, or no secure address: people copy by hand what they see. What follows would say that it is copied.
      const words = () => ({ title: translate('engine.copyByHand'), text, okText: translate('engine.ok') });
      await feedback.dialog({ level: 'info', words });
      throw new Stop();
    }
  },
  save: (_run, args) =>
    saveFile(new Blob([args.string('save')], { type: 'text/plain;charset=utf-8' }), args.text('fileName') || 'text.txt'),
  print: (_run, args) => {
    // What is printed, or kept as a file, is called by the title of the window.
    const { title } = document;
    document.title = args.string('print') || title;
    try {
      window.print();
    } finally {
      document.title = title;
    }
  },
  emit: async (run, args) => {
    const outcome = await run.page.emit(args.string('emit'), args.record('with'), run.since);
    if (args.string('as')) run.scope.names[args.string('as')] = outcome?.status ?? null;
  },
  session: async (run, args) => {
    const { session } = run.engine;
    const values = args.record('with');
    const what = args.string('session');
    if (what === 'start' || what === 'renew') {
      if (run.called) run.form?.saved?.();
      await session[what](String(values.token ?? ''), values.protocol === undefined ? undefined : String(values.protocol));
    } else if (what === 'end' || what === 'later' || what === 'retry') await session[what]();
    else if (what === 'enter') await session.enter(String(values.token ?? ''));
    else if (what === 'return') await session.comeBack();
    else if (what === 'leave') {
      if (!(await session.mayLeave())) throw new Stop();
    } else if (what === 'act') session.actAs(String(values.token ?? ''));
    else if (what === 'signOn' || what === 'signOnOver') await session[what](String(values.protocol ?? ''));
    else if (what === 'handOver') await session.handOver(values);
    else if (what === 'language') await session.setLanguage(String(values.code ?? ''));
    else if (what === 'theme') session.setTheme(String(values.code ?? ''));
  },
  if: async (run, args, step) => {
    const steps = args.value('if') ? step.then : step.else;
    if (steps) await runSteps(steps, run);
  },
  each: async (run, args, step) => {
    const items = args.value('each');
    if (!Array.isArray(items) || !step.do) return;
    if (items.length > MOST_ROUNDS) {
      throw Object.assign(new Error(`A list of ${items.length} items is longer than ${MOST_ROUNDS} rounds`), { code: 'TOO_MANY_ROUNDS' });
    }
    const name = args.string('as') || 'item';
    for (const [index, item] of items.entries()) {
      const round: Run = { ...run, scope: { names: { [name]: item, index }, parent: run.scope } };
      try {
        await runSteps(step.do, round);
      } finally {
        takeOver(run, round);
      }
    }
  },
  run: async (run, args) => {
    const name = args.string('run');
    const block = run.page.plan.actions[name];
    if (!block) throw Object.assign(new Error(`There is no action "${name}"`), { code: 'UNKNOWN_ACTION' });
    await runWithin(block, run);
  },
  stop: (run, args) => run.page.stop(args.string('stop')),
};

/** Runs one step; throws Stop or a failure. */
export async function runStep(step: PlanStep, run: Run): Promise<void> {
  if (step.problem) throw Object.assign(new Error(step.problem.message), { code: step.problem.code });
  const runner = Object.hasOwn(runners, step.kind) ? runners[step.kind] : undefined;
  if (!runner) throw Object.assign(new Error(`There is no step "${step.kind}"`), { code: 'UNKNOWN_STEP' });
  if ((run.page.isLeft || run.isLate) && PLACED.has(step.kind)) {
    if (step.kind === 'validate') throw new Stop();
    return;
  }
  // What a call sends, or a dialog will, is not read from an answer that is just being replaced: the revision of before would be refused as a conflict.
  if (CURRENT.has(step.kind)) {
    const options = Object.values(step.args);
    const renewed = run.page.renewed();
    if (renewed && options.some(readsData)) await renewed;
    for (const name of options.flatMap(readsOf)) if ((name === 'form' ? run.form : run.names.controller(name))?.held?.()) throw new Stop();
  }
  await runner(run, new Arguments(step, run), step);
}

/** Steps that lead on from a page or work on what stands in it: who has left it meanwhile is not called back. */
const PLACED = new Set(['navigate', 'open', 'close', 'set', 'reset', 'validate']);
const CURRENT = new Set(['call', 'download', 'upload', 'open']);
