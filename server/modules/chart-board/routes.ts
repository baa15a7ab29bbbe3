import { defineModule } from '../../contracts.ts';
import { chartsOf, mostCharts, moveChart, pinChart, removeChart, renameChart } from './board.ts';

/** Charts that people pinned to boards of their own (DATA-01). */
export const chartBoardModule = defineModule({
  service: 'chart-board',
  routes: {
    async list(request) {
      return { charts: await chartsOf(request), most: mostCharts };
    },
    async pin(request) {
      return await pinChart(request, request.body);
    },
    async rename(request) {
      return await renameChart(request, request.body);
    },
    async move(request) {
      await moveChart(request, request.body);
      return {};
    },
    async remove(request) {
      await removeChart(request, request.query.id);
      return {};
    },
  },
});
