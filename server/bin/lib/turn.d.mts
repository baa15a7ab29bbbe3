export declare function inTurn<Result>(
  turn: string,
  work: () => Promise<Result>,
  times?: { sign: number; silence: number; look: number },
): Promise<Result>;
export declare function onceInTurn(turn: string, isDone: () => boolean, work: () => Promise<void>): Promise<void>;
