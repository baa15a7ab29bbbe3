/**
 * Every error the API answers with: code, HTTP status and message. The browser shows the text `error.<CODE>` of
 * schemas/locales when there is one, otherwise `msg`. Add a line here before throwing a new code.
 */
export const errorList = {
  // Every call
  PARAMETER_ERROR: { status: 400, msg: 'Some values are missing or wrong' },
  BAD_JSON: { status: 400, msg: 'The body is not valid JSON' },
  BODY_TOO_LARGE: { status: 413, msg: 'The body is too large' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, msg: 'This call does not take a body of this type' },
  UNAUTHENTICATED: { status: 401, msg: 'Sign in first' },
  SESSION_EXPIRED: { status: 401, msg: 'The session has run out, sign in again' },
  SESSION_ENDED: { status: 401, msg: 'The server ended this session, sign in again' },
  SESSION_SWITCHED: { status: 401, msg: 'You went on under another name in another window' },
  DELEGATION_ENDED: { status: 401, msg: 'The delegation this session acts under has ended' },
  FORBIDDEN: { status: 403, msg: 'You have no permission for this' },
  NOT_FOUND: { status: 404, msg: 'Not found' },
  METHOD_NOT_ALLOWED: { status: 405, msg: 'This address does not take this method' },
  CONFLICT: { status: 409, msg: 'Somebody else changed this in the meantime' },
  TOO_MANY_REQUESTS: { status: 429, msg: 'Too many requests, try again later' },
  INTERNAL: { status: 500, msg: 'Something went wrong on the server' },
  SERVER_BUSY: { status: 503, msg: 'Others are sending too much at this moment, try again shortly' },
  TRY_AGAIN: { status: 503, msg: 'Others changed the same at this moment: try again' },
  UNAVAILABLE: { status: 503, msg: 'The server cannot reach its database' },
  SCAN_UNAVAILABLE: { status: 503, msg: 'The virus scan does not answer, so no file is taken at this moment' },
  // Identity
  CLIENT_UNAUTHORIZED: { status: 401, msg: 'The client is not known' },
  LOGIN_FAILED: { status: 400, msg: 'User name or password is wrong' },
  CAPTCHA_WRONG: { status: 400, msg: 'The captcha is wrong or has expired' },
  SECOND_FACTOR_NEEDED: { status: 403, msg: 'The password is right; a code of the second factor is needed as well' },
  CODE_WRONG: { status: 400, msg: 'The code is wrong or was used already' },
  CHALLENGE_EXPIRED: { status: 410, msg: 'This sign-in took too long or was ended: begin anew with the password' },
  GRANT_UNSUPPORTED: { status: 400, msg: 'This way of signing in is not supported' },
  SSO_STATE: { status: 400, msg: 'This sign-in was begun in another browser, too long ago, or ended already' },
  SSO_REFUSED: { status: 400, msg: 'The sign-in service refused' },
  SSO_UNAVAILABLE: { status: 503, msg: 'The sign-in service does not answer' },
  SSO_FAILED: { status: 400, msg: 'The answer of the sign-in service cannot be trusted' },
  SSO_NOT_LINKED: { status: 403, msg: 'No active account belongs to this identity' },
  LINK_EXPIRED: { status: 410, msg: 'This link is not valid any more' },
  // Master data
  DUPLICATE: { status: 409, msg: 'This exists already' },
  DICT_META_NOT_FOUND: { status: 404, msg: 'Dict meta not found' },
  NEED_DICT_TYPES: { status: 400, msg: 'Need dict types' },
  // System management
  BEYOND_RIGHTS: { status: 403, msg: 'Nobody can give, change or take rights that they do not hold themselves' },
  LAST_ADMINISTRATOR: { status: 409, msg: 'At least one active administrator must remain' },
  OWN_ACCOUNT: { status: 409, msg: 'You cannot disable or delete your own account' },
  OWN_ACCESS_KEY: { status: 409, msg: 'Access keys are made for accounts of others, such as that of a program' },
  OWN_PASSWORD: { status: 409, msg: 'You change your own password in your settings, where the old one is asked for' },
  OWN_ROLE: { status: 409, msg: 'You cannot take the role from yourself that lets you manage this' },
  BUILT_IN: { status: 409, msg: 'This belongs to the product and cannot be deleted or renamed' },
  HAS_CHILDREN: { status: 409, msg: 'Something stands below it: move or delete that first' },
  HAS_USERS: { status: 409, msg: 'Users still belong to it: move them first' },
  TOO_MANY_ROWS: { status: 400, msg: 'More rows than a file can hold: narrow the filter' },
  TOO_MANY_GROUPS: { status: 400, msg: 'More than 10,000 groups: narrow the filter, or count by something with fewer values' },
  VIEW_ONLY: { status: 403, msg: 'Nothing can be changed while you view the product as a role: leave the role first' },
  WRONG_PARENT: { status: 409, msg: 'It cannot stand there: the place does not exist or lies below itself' },
  // Delegation
  NOT_WHILE_ACTING: { status: 403, msg: 'This is not possible while you act for somebody else' },
  NO_DELEGATION: { status: 403, msg: 'This user has delegated nothing to you that is in effect now' },
  DELEGATION_FINAL: { status: 409, msg: 'This delegation has ended or was terminated and stays as it is' },
  DELEGATION_CYCLE: { status: 409, msg: 'In that time the agent acts through others for this very user' },
  // Own settings
  PASSWORD_DUE: { status: 403, msg: 'Set a password of your own first' },
  SECOND_FACTOR_DUE: { status: 403, msg: 'Set up a second factor first' },
  SECOND_FACTOR_OFF: { status: 409, msg: 'This installation offers no second factor' },
  SECOND_FACTOR_NONE: { status: 409, msg: 'No second factor is set up' },
  SECOND_FACTOR_REQUIRED: { status: 409, msg: 'A second factor is required for this account, so it can be replaced but not removed' },
  SECOND_FACTOR_SETUP_GONE: { status: 410, msg: 'This key is not valid any more: begin anew' },
  OWN_SECOND_FACTOR: {
    status: 409,
    msg: 'You remove your own second factor under your settings, where the password and a code are asked for',
  },
  OLD_PASSWORD_WRONG: { status: 400, msg: 'The old password is wrong' },
  PICTURE_UNREADABLE: { status: 400, msg: 'This file is no picture that can be shown' },
  // Questionnaires
  PAPER_SUBMITTED: { status: 409, msg: 'This questionnaire has been submitted and can no longer be changed' },
  QUESTIONNAIRE_GONE: { status: 409, msg: 'The questionnaire of the template is gone, so nobody could answer it' },
  EVALUATION_CLOSED: { status: 409, msg: 'This evaluation has been closed for good' },
  PAPER_EXPIRED: { status: 409, msg: 'The deadline of this questionnaire has passed' },
  ANSWERS_MISSING: { status: 409, msg: 'Some answers are still missing, so this cannot be submitted' },
  TEMPLATE_PUBLISHED: { status: 409, msg: 'A published version stays as it is: start a new version to change it' },
  TEMPLATE_INCOMPLETE: { status: 409, msg: 'The template cannot be published yet' },
  IN_USE: { status: 409, msg: 'This is still used elsewhere' },
  // Document editor
  EDITOR_MISSING: { status: 409, msg: 'No document editor is set up that opens this file' },
  EDITOR_UNREACHABLE: { status: 503, msg: 'The document editor does not answer' },
  FILE_LOCKED: { status: 409, msg: 'Somebody edits the file, so it stays as it is; X-WOPI-Lock tells editors which lock stands, if any' },
  EDITOR_UNSUPPORTED: { status: 501, msg: 'Editors cannot ask for this operation here' },
  // Evidence collection
  EVIDENCE_CLOSED: { status: 409, msg: 'This collection is closed: nothing is taken any more' },
  TASK_COMPLETED: { status: 409, msg: 'This task is completed and stays as it is' },
  TASK_STATUS: { status: 409, msg: 'The status of this task does not allow this' },
  QUOTA_EXCEEDED: { status: 409, msg: 'This link has as many files as it can' },
  UPLOADS_EXHAUSTED: { status: 409, msg: 'This URL has brought as many files as one may in all' },
  // Workspaces
  WORKSPACE_DISABLED: { status: 409, msg: 'This workspace is disabled' },
  INVITATION_ANSWERED: { status: 409, msg: 'This invitation was answered already' },
  INVITATION_CHANGED: { status: 409, msg: 'This invitation has changed meanwhile' },
  WORKSPACE_IN_APPROVAL: { status: 409, msg: 'The approval of its schedule is in progress, so this workspace cannot be edited' },
  OWNER_STAYS: { status: 409, msg: 'The owner cannot leave or take another role: hand the workspace over first' },
  TOO_MANY_NOTICES: { status: 409, msg: 'A workspace holds at most 200 notices: delete old ones first' },
  OWNS_WORKSPACES: { status: 409, msg: 'This user owns workspaces and cannot be deleted' },
  // Flow audit
  FLOW_CLIENT_DISABLED: { status: 409, msg: 'This client is disabled: what is its can be read, not changed' },
  FLOW_PROJECT_CLOSED: { status: 409, msg: 'This project is closed: its review objects stay as they are' },
  FLOW_FILE_MISSING: { status: 409, msg: 'Its file is missing, or not mapped yet' },
  FLOW_NOT_READY: {
    status: 409,
    msg: 'Shipments of the client and purchases of the dealer are to be uploaded and mapped before they are compared',
  },
  FLOW_COMPARISON_RUNNING: { status: 409, msg: 'A comparison of this review object is running' },
  FLOW_NO_BILL_TASKS: { status: 409, msg: 'There are no bill tasks with ticket types to report on' },
  RECORD_FINAL: { status: 409, msg: 'The record of the register is in a final state' },
  MOVE_REFUSED: { status: 409, msg: 'The record of the register cannot be moved so yet; the message says what is missing' },
  // Rule sets and risk screening
  RULE_SET_NOT_LIVE: { status: 409, msg: 'This rule set has no live version or is switched off, so it decides nothing' },
  RULE_SET_PUBLISHED: { status: 409, msg: 'A published version stays as it is: start a draft to change it' },
  RULE_SET_INCOMPLETE: { status: 409, msg: 'The draft cannot go live yet' },
  BACK_TEST_RUNNING: { status: 409, msg: 'A back-test of this rule set is running: wait for its end' },
  SCREENING_KEY_REUSED: { status: 409, msg: 'Another record was sent with this key before' },
  SCREENING_REVIEWED: { status: 409, msg: 'Somebody has decided this already' },
  WATCH_LIST_FULL: { status: 409, msg: 'A watch list holds at most 20,000 entries' },
  // Data workbench
  DATA_BUSY: { status: 503, msg: 'Too many questions to data tables at once: try again in a moment' },
  DATA_TIMEOUT: { status: 503, msg: 'This took too long and was stopped' },
  DATA_FAILED: { status: 500, msg: 'The data engine could not compute this' },
  DATA_EMPTY: { status: 409, msg: 'This table has no rows, so it cannot be explored' },
  DATA_COLUMNS_DIFFER: { status: 409, msg: 'The columns are not those of the table' },
  MODEL_NOT_FITTED: { status: 409, msg: 'This model was not fitted yet' },
  SCRIPT_FAULTY: { status: 409, msg: 'This script cannot run yet: see what is wrong in its text' },
  MODEL_FITTING: { status: 409, msg: 'This model is being fitted already' },
  SPEECH_OFF: { status: 409, msg: 'No transcription service is configured: the administrator has to set SPEECH_URL' },
  SPEECH_NO_RECORDING: { status: 409, msg: 'The recording is not kept any more: send it again' },
  DATA_GRANT_STATE: { status: 409, msg: 'Somebody has decided this application already' },
  // Runs and schedules
  NOTHING_TO_RUN: { status: 409, msg: 'Nothing makes this table that could be run' },
  RUN_OVER: { status: 409, msg: 'This run has ended already' },
  RUN_OPEN: { status: 409, msg: 'This run has not ended yet' },
  PROCESS_UNFINISHED: { status: 409, msg: 'Something up to this node is missing or wrong' },
  PROCESS_INPUT_DENIED: { status: 403, msg: 'Who changes a process may use every table it reads' },
  SCHEDULE_STATE: { status: 409, msg: 'The state of this schedule does not allow this' },
  OWN_APPLICATION: { status: 409, msg: 'Somebody else decides what you applied for' },
} as const satisfies Record<string, { status: number; msg: string }>;

export type ErrorCode = keyof typeof errorList;

/** One wrong value: the path of the field (`user.name`, empty for the whole) and what is wrong with it. */
export interface ErrorDetail {
  field: string;
  message: string;
  /** Text key of the message, when it has one: the browser shows it in its own language. */
  key?: string;
  /** What the placeholders of that text stand for. */
  values?: Record<string, string>;
}

export interface ApiErrorOptions {
  /** Replaces the status of the list. */
  status?: number;
  /** Replaces the message of the list. Reaches the browser: no internals. */
  msg?: string;
  details?: ErrorDetail[];
  /** Answered as `data` beside the code: the current value of a conflict. */
  data?: unknown;
  /** Seconds after which another try makes sense: the header Retry-After. */
  retryAfter?: number;
  /** For the log only. */
  cause?: unknown;
}

/** Seconds, where nobody said how many. */
const soon = 5;

/** Nobody reads more, and a request may have a fault in every byte. */
const mostDetails = 100;

/** An error the caller may see. Everything else that is thrown answers INTERNAL and stands in the log only. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: ErrorDetail[] | undefined;
  readonly data: unknown;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, options: ApiErrorOptions = {}) {
    super(options.msg ?? errorList[code].msg, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.status = options.status ?? errorList[code].status;
    this.details = options.details?.slice(0, mostDetails);
    this.data = options.data;
    this.retryAfter = options.retryAfter ?? (code === 'TOO_MANY_REQUESTS' || code === 'SERVER_BUSY' ? soon : undefined);
  }
}

/** What keeps something as it is, for people under a text key: the message of the whole. */
export function inUse(key: string, msg: string, values?: Record<string, string>): ApiError {
  return new ApiError('IN_USE', { msg, details: [{ field: '', message: msg, key, ...(values && { values }) }] });
}

/** What is wrong with a text that is no calendar day. */
export const noDay = { message: 'is no calendar day', key: 'rule.noDay' } as const;

/** A parameter that cannot be used, at its field; `key` is the text people read. */
export function wrong(field: string, message: string, key?: string, values?: Record<string, string>): ApiError {
  return new ApiError('PARAMETER_ERROR', { details: [{ field, message, ...(key !== undefined && { key }), ...(values && { values }) }] });
}
