import { isObject } from '../../../src/core/json-object.ts';
import { describeAgent } from '../sessions/agent.ts';
import type { LogRow } from './repository.ts';

/** One property that was changed, as text. */
export interface PropertyChange {
  field: string;
  before: string | null;
  after: string | null;
}

/** A row of the log on the wire. */
export function toLogAnswer(row: LogRow) {
  return {
    id: String(row.id),
    time: row.at.toISOString(),
    actor: row.actor,
    subject: row.subject,
    action: row.action,
    reason: typeof row.detail.reason === 'string' ? row.detail.reason : null,
    targetType: row.targetType,
    targetId: row.targetId,
    targetName: row.targetName,
    ip: row.ip,
    agent: describeAgent(row.userAgent),
    userAgent: row.userAgent,
    requestId: row.requestId,
    changes: changesOf(row.detail),
  };
}

const silent = new Set(['version', 'updateTime', 'updateBy', 'createTime', 'userCount', 'childCount', 'menuCount', 'self']);

/** What `detail` says about values before and after, only where they differ; other facts as values of after. */
export function changesOf(detail: Record<string, unknown>): PropertyChange[] {
  const { before, after, ...facts } = detail;
  const old = isObject(before) ? before : {};
  const now = isObject(after) ? after : {};
  const fields = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((field) => !silent.has(field));
  const changed = fields.flatMap((field) => {
    const pair = { field, before: asText(old[field]), after: asText(now[field]) };
    return pair.before === pair.after ? [] : [pair];
  });
  return [...changed, ...Object.entries(facts).map(([field, value]) => ({ field, before: null, after: asText(value) }))];
}

function asText(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
