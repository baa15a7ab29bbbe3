import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StepError } from './steps.mjs';

/** Milliseconds: how often who has the turn says so, when silence means that they are gone, and how often who waits looks. */
const usual = { sign: 2_000, silence: 60_000, look: 200 };

/**
 * Two starts must not write into the same folder at once: the second waits until the file `turn` is gone, and then does its own work. Who has
 * the turn touches the file for as long as the work takes; one of a process that ended, or fell silent, counts no more.
 */
export async function inTurn(turn, work, times = usual) {
  const own = `${process.pid} ${randomUUID()}`;
  await take(turn, own, times);
  const signing = setInterval(() => sign(turn, own), times.sign);
  try {
    return await work();
  } finally {
    clearInterval(signing);
    giveBack(turn, own);
  }
}

/** Work that several starts need once: nothing when `isDone` says so, asked again when it is one's turn. */
export async function onceInTurn(turn, isDone, work) {
  if (isDone()) return;
  await inTurn(turn, async () => {
    if (!isDone()) await work();
  });
}

async function take(turn, own, { silence, look }) {
  for (;;) {
    try {
      mkdirSync(dirname(turn), { recursive: true });
      writeFileSync(turn, own, { flag: 'wx' });
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw isRefused(error) ? new StepError(refusal(turn, error)) : error;
    }
    const holder = holderOf(turn);
    if (holder && (Date.now() - holder.signed > silence || !isAlive(Number.parseInt(holder.text, 10)))) giveBack(turn, holder.text);
    else await sleep(look);
  }
}

/** The folder belongs to somebody else, or to nobody who may write, or is full. */
function isRefused({ code }) {
  return ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT'].includes(code);
}

function refusal(turn, { message }) {
  return `Something has to be built first, and ${dirname(turn)} cannot be written to (${message}): run npm run build as the user it belongs to.`;
}

function sign(turn, own) {
  if (holderOf(turn)?.text !== own) return;
  try {
    utimesSync(turn, new Date(), new Date());
  } catch (error) {
    // It changes hands at this moment.
    if (error.code !== 'ENOENT') throw error;
  }
}

/** Removes the file of this holder, and nobody else's: it may have changed hands. */
function giveBack(turn, text) {
  if (holderOf(turn)?.text === text) rmSync(turn, { force: true });
}

/** Who has the turn, and when they said so last; nobody when it was given back meanwhile. */
function holderOf(turn) {
  try {
    return { text: readFileSync(turn, 'utf8'), signed: statSync(turn).mtimeMs };
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A holder that has not written its number yet counts as alive: it will, or it falls silent. */
function isAlive(pid) {
  if (Number.isNaN(pid)) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
