import type { CallContract, Deed } from '../core/types.ts';

/** Arguments of a call: parameters by name (the contract says which go in the path and which in the query) and a body. */
export interface CallArguments {
  with?: Record<string, unknown>;
  body?: unknown;
  signal?: AbortSignal;
  /** Skips the loading overlay whatever the contract says. */
  quiet?: boolean;
  /** The request outlives its window: for bodies of at most 64 KiB, others are refused then. */
  lasting?: boolean;
  /** Takes an answer of the wrong shape as it is; the breach is only reported in the console. For callers that read defensively. */
  tolerant?: boolean;
  /** Hears how much of the body has gone, from 0 to 1, where the browser can tell. */
  onProgress?: (share: number) => void;
  /** In place of the session's token: asks the server about another one. */
  token?: string;
}
/** What went wrong with a call. `code` is that of the answer or NETWORK_ERROR, TIMEOUT, CONTRACT_BROKEN, NOT_A_FILE. */
export interface CallFailure extends Error {
  code: string;
  status: number | undefined;
  call: string;
  /** Text for people, translated. */
  message: string;
  /** Details the server added: field errors [{field, message}], expected and got ... */
  details?: unknown;
  /** What the server sent beside the refusal: with CONFLICT the record as it is now. */
  data?: unknown;
  /** True when the user was told already, such as by the notice of an ended session. */
  settled?: boolean;
  /** What the call was for, where its contract says it. */
  deed?: Deed;
}

export interface Client {
  /** Makes a call and gives `data` of the standard envelope (whole answer with envelope none, a File with envelope file). Rejects with CallFailure. */
  call: (id: string, args?: CallArguments) => Promise<unknown>;
  /** Makes calls in the name of who is signed in now, whoever is by then; without anybody they are refused. */
  inThisName: () => Client['call'];
  /** Whether the answer is worded in the language of the window. */
  isLocalized: (id: string) => boolean;
  /** The largest value a parameter of the call takes, where its contract says so: how many rows a page of a list may have. */
  largest: (id: string, parameter: string) => number | undefined;
  /** Makes contracts known; bundles bring theirs. */
  register: (contracts: Record<string, CallContract>) => void;
}
