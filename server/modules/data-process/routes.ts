import { type DataGraph, placesOf } from '../../../src/core/data-graph/index.ts';
import { defineModule, signedIn } from '../../contracts.ts';
import { requireTable } from '../data-mart/rights.ts';
import { registerExecutable, registerRunKind } from '../data-runs/kinds.ts';
import { registerLineage } from '../lineage/kinds.ts';
import { processRun } from './execute.ts';
import { processLineage } from './lineage.ts';
import { previewNode } from './preview.ts';
import { createProcess, getProcess, inputChoices, pageOfProcesses, removeProcess, saveProcess } from './processes.ts';
import { inputsOf, readWith } from './read.ts';
import { drawn, processWords } from './words.ts';

registerRunKind('process', processRun);
registerLineage('process', processLineage);
registerExecutable(async (db, reader, { bizId, automlType }) => {
  if (automlType !== undefined) return undefined;
  const found = await db
    .selectFrom('data_process')
    .innerJoin('data_table', 'data_table.id', 'data_process.table_id')
    .select(['data_table.id as tableId', 'data_table.title'])
    .where('data_table.biz_id', '=', bizId)
    .executeTakeFirst();
  if (!found) return undefined;
  await requireTable(db, reader, bizId, 'execute');
  return { kind: 'process', tableId: found.tableId, title: found.title, input: {} };
});

/** Data access and processing: graphs over data tables that fill another one (DATA-01, MISC-04). */
export const dataProcessModule = defineModule({
  service: 'data-process',
  routes: {
    async page(request) {
      const { keyword = '', status = '', pageNo = 1, pageSize = 10 } = request.body;
      return await pageOfProcesses(request, { keyword: keyword.trim(), status, pageNo, pageSize });
    },

    async get(request) {
      return await getProcess(request, request.query.bizId);
    },

    async create(request) {
      return await createProcess(request, request.body);
    },

    async save(request) {
      return await saveProcess(request, { ...request.body, graph: request.body.graph as DataGraph });
    },

    async remove(request) {
      await removeProcess(request, request.query.bizId);
      return {};
    },

    async inputs(request) {
      return await inputChoices(request, { keyword: request.query.keyword ?? '', self: request.query.self });
    },

    async parseProcessGraph(request) {
      const graph = request.body as DataGraph;
      const read = readWith(graph, await inputsOf(request.db, signedIn(request), graph), request.services.settings.timeZone);
      return drawn(processWords(request), read, placesOf(read), graph.edges);
    },

    async preview(request) {
      const { graph, nodeId, rows = 10 } = request.body;
      return await previewNode(request, { graph: graph as DataGraph, nodeId, rows });
    },
  },
});
