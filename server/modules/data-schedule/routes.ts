import { defineModule } from '../../contracts.ts';
import { languageOf } from '../../language.ts';
import { decideSchedule, moveSchedule } from './approval.ts';
import { saveSchedule } from './save.ts';
import { getSchedule, pageOfSchedules } from './schedules.ts';
import { nextTimes } from './times.ts';

/** Schedules of what makes tables (DATA-12, DATA-13, DATA-17). */
export const dataScheduleModule = defineModule({
  service: 'data-schedule',
  routes: {
    async page(request) {
      const { keyword = '', state = '', pageNo = 1, pageSize = 10 } = request.body;
      return await pageOfSchedules(request, { keyword: keyword.trim(), state, pageNo, pageSize });
    },

    async get(request) {
      return await getSchedule(request, request.query.bizId);
    },

    async save(request) {
      return await saveSchedule(request, request.body);
    },

    async move(request) {
      return await moveSchedule(request, request.body);
    },

    async decide(request) {
      await decideSchedule(request, request.body);
      return {};
    },

    async times(request) {
      const { timeZone } = request.services.settings;
      const times = nextTimes(request.query.cron, timeZone, 5);
      const word = new Intl.DateTimeFormat(languageOf(request), { timeZone, dateStyle: 'medium', timeStyle: 'short' });
      const day = new Intl.DateTimeFormat(languageOf(request), { timeZone, weekday: 'short' });
      return {
        timeZone,
        times: times.map((time) => time.toISOString()),
        words: times.map((time) => `${day.format(time)} ${word.format(time)}`),
      };
    },
  },
});
