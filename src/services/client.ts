import type { CallContract } from '../core/types.ts';
import type { CallArguments, Client } from '../engine/types.ts';
import { LOST, readAnswer } from './answer.ts';
import type { Breach, ContractCheck } from './contract-check.ts';
import { type FindText, failureMessage, ServiceFailure } from './failure.ts';
import type { OverlayCounter } from './overlay.ts';
import { buildRequest, ParameterError } from './request.ts';

/** Milliseconds after which a call counts as failed unless its contract says otherwise; files take longer. */
const TIMEOUT = 30_000;
const FILE_TIMEOUT = 600_000;

export interface ClientOptions {
  contracts: Record<string, CallContract>;
  /** Text of a key in the language of the window. */
  text: FindText;
  language: () => string;
  token: () => string | undefined;
  /** Client id and secret of the basic authentication, in base 64. */
  credentials: string;
  overlay: OverlayCounter;
  /** A call with this token was refused as not signed in: the session ended. */
  onSessionEnd: (token: string, failure: ServiceFailure) => void;
  /** A call without a token was refused; true when the user is told. `quiet`: nobody started it. */
  onStranger?: (quiet: boolean) => boolean;
  /** A call was refused because its person has something to do before anything else. */
  onDue?: () => void;
  check?: ContractCheck;
  basePath?: string;
  fetch?: typeof fetch;
  timeout?: number;
}

/** Codes that say so: a password of their own, or a second factor, has to be set first (API-08). */
const DUE: ReadonlySet<string> = new Set(['PASSWORD_DUE', 'SECOND_FACTOR_DUE']);

/** A client that also judges answers it did not fetch itself, such as those other windows hand on. */
export interface JudgingClient extends Client {
  /** Whether `data` is what the call promises; a call without a contract promises nothing. */
  fits: (id: string, data: unknown) => Promise<boolean>;
}

/**
 * Where nobody knows, or the server said that it worked, nothing is said to have failed: the answer is late, lost on its way, of the wrong shape, or that of
 * something between, whose server may have died with the work done.
 */
const UNKNOWN: ReadonlySet<string> = new Set(['TIMEOUT', 'NETWORK_ERROR', 'CONTRACT_BROKEN']);
const isUndone = (error: unknown): error is ServiceFailure =>
  error instanceof ServiceFailure && !UNKNOWN.has(error.code) && !LOST.has(error.status ?? 0) && !/^HTTP_5/.test(error.code);

/**
 * The HTTP client on the service contracts: contract + arguments -> request -> answer -> envelope -> checked `data`.
 * Rejects with ServiceFailure whose message is for people (ERR-04, ERR-12).
 */
export function createClient(options: ClientOptions): JudgingClient {
  const contracts = new Map(Object.entries(options.contracts));
  const reported = new Set<string>();
  const send = options.fetch ?? ((...args: Parameters<typeof fetch>) => fetch(...args));

  /** Loaded with the first file somebody sends. A fetch that was given sends everything. */
  async function tellingSend(url: string, init: RequestInit, onProgress: (share: number) => void): Promise<Response> {
    if (options.fetch) return await send(url, init);
    const { sendWithProgress } = await import('./progress.ts');
    return await sendWithProgress(url, init, onProgress);
  }

  async function call(id: string, args: CallArguments = {}): Promise<unknown> {
    const contract = contracts.get(id);
    if (!contract) {
      const message = options.text('engine.unknownCall') ?? id;
      console.error(`There is no contract of the call "${id}"`);
      throw new ServiceFailure({ code: 'UNKNOWN_CALL', call: id, message });
    }
    const end = contract.overlay && !args.quiet ? options.overlay.begin() : undefined;
    try {
      return await answerOf(contract, args);
    } catch (error) {
      throw contract.deed && isUndone(error) ? Object.assign(error, { deed: contract.deed }) : error;
    } finally {
      end?.();
    }
  }

  async function answerOf(contract: CallContract, args: CallArguments): Promise<unknown> {
    const token = contract.auth === 'bearer' ? (args.token ?? options.token()) : undefined;
    if (contract.envelope !== 'file') options.check?.prepare(contract);
    const response = await request(contract, args, token);
    let data: unknown;
    try {
      data = await response.read();
    } catch (error) {
      if (error instanceof ServiceFailure && DUE.has(error.code)) options.onDue?.();
      throw error instanceof ServiceFailure && error.code === 'CONTRACT_BROKEN'
        ? reportBreach(error)
        : sessionEnded(error, contract, args, token);
    }
    if (contract.envelope === 'file' || !options.check) return data;
    const checked = options.check(contract, data).then((breach) => (breach === undefined ? undefined : broken(contract, breach)));
    if (args.tolerant) {
      void checked;
      return data;
    }
    const breach = await checked;
    if (breach) throw breach;
    return data;
  }

  /** One request with its time limit; the limit covers the body too. */
  async function request(
    contract: CallContract,
    args: CallArguments,
    token: string | undefined,
  ): Promise<{ read: () => Promise<unknown> }> {
    const controller = new AbortController();
    const isFile = contract.envelope === 'file' || contract.bodyType === 'multipart' || contract.bodyType === 'bytes';
    let timedOut = false;
    const timer = setTimeout(
      () => {
        timedOut = true;
        controller.abort();
      },
      options.timeout ?? (contract.waitSeconds === undefined ? (isFile ? FILE_TIMEOUT : TIMEOUT) : contract.waitSeconds * 1_000),
    );
    const abort = (): void => controller.abort();
    if (args.signal?.aborted) abort();
    args.signal?.addEventListener('abort', abort, { once: true });
    const settle = (): void => {
      clearTimeout(timer);
      args.signal?.removeEventListener('abort', abort);
    };
    const failed = (error: unknown): ServiceFailure => {
      settle();
      if (error instanceof ServiceFailure) return error;
      if (error instanceof ParameterError) {
        return failure(contract, error.code, error.message, { code: error.code, status: 400, msg: error.message });
      }
      // Nobody knows whether the server did it all the same: whoever is told does not do it again unseen.
      if (timedOut) return late(contract, String(error));
      const code = args.signal?.aborted ? 'ABORTED' : 'NETWORK_ERROR';
      return failure(contract, code, String(error), { code });
    };
    try {
      const { url, init } = buildRequest(
        contract,
        args,
        { token, client: options.credentials, language: options.language() },
        options.basePath ?? '',
      );
      const whole = { ...init, signal: controller.signal, keepalive: args.lasting === true };
      const response = await (args.onProgress ? tellingSend(url, whole, args.onProgress) : send(url, whole));
      return {
        read: () =>
          readAnswer(contract, response, options.text).then(
            (data) => {
              settle();
              return data;
            },
            (error: unknown) => {
              throw failed(error);
            },
          ),
      };
    } catch (error) {
      throw failed(error);
    }
  }

  function failure(
    contract: CallContract,
    code: string,
    reason: string,
    facts: { code: string; status?: number; msg?: string },
  ): ServiceFailure {
    return new ServiceFailure({ code, call: contract.id, message: failureMessage(facts, options.text), details: { reason } });
  }

  function late(contract: CallContract, reason: string): ServiceFailure {
    const msg = options.text(contract.unsafe ? 'engine.lateDeed' : 'engine.late') ?? '';
    return failure(contract, 'TIMEOUT', reason, { code: 'TIMEOUT', msg });
  }

  /** 401 of a call that sent a token: told once by the session, not by each call. */
  function sessionEnded(error: unknown, contract: CallContract, args: CallArguments, token: string | undefined): unknown {
    if (!(error instanceof ServiceFailure) || error.status !== 401 || contract.auth !== 'bearer') return error;
    if (token) options.onSessionEnd(token, error);
    else if (!options.onStranger?.(args.quiet === true)) return error;
    const { code, call, message, status, details } = error;
    return new ServiceFailure({ code, call, message, status, details, settled: true });
  }

  /** A breach is told precisely, and once per call and place, in the console; people get a sentence. */
  function broken(contract: CallContract, breach: Breach): ServiceFailure {
    const message = options.text('engine.contractBroken') ?? 'CONTRACT_BROKEN';
    return reportBreach(new ServiceFailure({ code: 'CONTRACT_BROKEN', call: contract.id, message, details: breach }));
  }

  function reportBreach(failure: ServiceFailure): ServiceFailure {
    const { pointer, expected, got } = failure.details as Breach;
    const key = `${failure.call} ${pointer} ${expected}`;
    if (!reported.has(key)) {
      reported.add(key);
      console.error(`${failure.call}: the answer breaks its contract at ${pointer || '/'}: expected ${expected}, got ${got}`);
    }
    return failure;
  }

  return {
    call,
    inThisName() {
      const token = options.token() ?? '';
      return (id, args) => call(id, { ...args, token });
    },
    isLocalized: (id) => contracts.get(id)?.localized === true,
    largest: (id, parameter) => contracts.get(id)?.maxima?.[parameter],
    async fits(id, data) {
      const contract = contracts.get(id);
      return contract === undefined || (await options.check?.(contract, data)) === undefined;
    },
    register(more) {
      for (const [id, contract] of Object.entries(more)) contracts.set(id, contract);
    },
  };
}
