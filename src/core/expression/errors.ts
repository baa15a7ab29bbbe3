/** Codes of expression errors; each is documented in problems.ts. */
export type ExpressionErrorCode =
  | 'EXPRESSION_SYNTAX'
  | 'EXPRESSION_LIMIT'
  | 'EXPRESSION_FORBIDDEN'
  | 'EXPRESSION_TYPE'
  | 'UNKNOWN_FUNCTION'
  | 'FUNCTION_ARGUMENTS'
  | 'FUNCTION_FAILED';

/** What is wrong with an expression and where. `position` counts characters of `source` from 0. */
export class ExpressionError extends Error {
  readonly code: ExpressionErrorCode;
  readonly position: number;
  readonly source: string;
  readonly hint: string | undefined;

  constructor(code: ExpressionErrorCode, message: string, position: number, source: string, hint?: string) {
    super(`${message} (character ${position + 1} of ${JSON.stringify(shorten(source))})${hint ? `: ${hint}` : ''}`);
    this.name = 'ExpressionError';
    this.code = code;
    this.position = position;
    this.source = source;
    this.hint = hint;
  }
}

/** Raised by functions and operators, which know neither source nor position; the walker turns it into an ExpressionError. */
export class EvaluationFailure extends Error {
  readonly code: ExpressionErrorCode;

  constructor(message: string, code: ExpressionErrorCode = 'EXPRESSION_TYPE') {
    super(message);
    this.name = 'EvaluationFailure';
    this.code = code;
  }
}

function shorten(source: string): string {
  return source.length > 120 ? `${source.slice(0, 117)}...` : source;
}
