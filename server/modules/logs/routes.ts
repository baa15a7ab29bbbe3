import type { Language } from '../../../src/core/types.ts';
import { defineModule, signedIn } from '../../contracts.ts';
import { record } from '../audit/record.ts';
import { toLogAnswer } from './answers.ts';
import { exportLog } from './export.ts';
import { type LogFilter, listLog } from './repository.ts';

interface Query {
  keyword?: string;
  action?: string;
  targetType?: string;
  time?: string[];
  current?: number;
  size?: number;
  sort?: string;
  order?: string;
}

/** Sign-in log and operation log: reading and export. Nobody writes here: the log is append only. */
export const logModule = defineModule({
  service: 'log',
  routes: {
    async signIns({ db, query }) {
      return await page(db, 'sign-in', query);
    },

    async operations({ db, query }) {
      return await page(db, 'operation', query);
    },

    async exportSignIns(request) {
      return await exported(request, 'sign-in');
    },

    async exportOperations(request) {
      return await exported(request, 'operation');
    },
  },
});

function filterOf(log: LogFilter['log'], { keyword, action, targetType, time }: Query): LogFilter {
  const [from, to] = time ?? [];
  return {
    log,
    keyword: keyword?.trim() ?? '',
    action: action ?? '',
    targetType: targetType ?? '',
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
  };
}

async function page(db: Parameters<typeof listLog>[0], log: LogFilter['log'], query: Query) {
  const filter = filterOf(log, query);
  const shown = { current: query.current ?? 1, size: query.size ?? 10 };
  const order = query.order === 'asc' ? ('asc' as const) : ('desc' as const);
  const { rows, total } = await listLog(db, filter, { sort: query.sort ?? '', order, ...shown });
  return { content: rows.map(toLogAnswer), total, ...shown };
}

type ExportRequest = Parameters<typeof signedIn>[0] & {
  db: Parameters<typeof listLog>[0];
  query: Query & { format?: 'csv' | 'xlsx'; language?: Language };
  ip: string;
  userAgent: string | undefined;
  requestId: string;
  services: { documents: Parameters<typeof exportLog>[2]['documents']; settings: { timeZone: string } };
};

async function exported(request: ExportRequest, log: LogFilter['log']) {
  const { db, query, services } = request;
  const { format = 'csv', language = 'en' } = query;
  const file = await exportLog(db, filterOf(log, query), {
    format,
    language,
    documents: services.documents,
    timeZone: services.settings.timeZone,
  });
  // Who takes the log away is part of the log.
  const { keyword, action, targetType, time } = query;
  await record(db, request, {
    action: 'log_export',
    targetType: 'log',
    targetId: log,
    actor: signedIn(request),
    detail: { format, ...(keyword && { keyword }), ...(action && { action }), ...(targetType && { targetType }), ...(time && { time }) },
  });
  return file;
}
