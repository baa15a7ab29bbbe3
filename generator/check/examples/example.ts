/**
 * Where an example stands. Documents: keys put into a document of that kind; `files` are whole documents by path; `text` is a file as it
 * is written. The others happen only when something runs: an expression is evaluated, an answer is parsed, menu rows are compiled, a matrix gets its rows.
 */
export type ExamplePlace =
  | 'page'
  | 'layout'
  | 'form'
  | 'rule'
  | 'calls'
  | 'menu'
  | 'texts'
  | 'files'
  | 'text'
  | 'expression'
  | 'answer'
  | 'rows'
  | 'matrix';

/** A mistake and how it is written right. A value too large to print is made by a function and described by `shown`. */
export interface ProblemExample {
  in: ExamplePlace;
  wrong: unknown;
  right: unknown;
  shown?: { wrong: string; right: string };
}
