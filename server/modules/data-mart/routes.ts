import { defineModule, signedIn } from '../../contracts.ts';
import { registerLineage } from '../lineage/kinds.ts';
import { aggregate, chosenRows } from './aggregate.ts';
import { pageOfTables, tableDetail, tableOptions, tagsOf, workspaceOptions } from './catalogue.ts';
import { pinTable, removeTable, saveTable } from './changes.ts';
import { correlation, exploredColumns, histogram } from './explore.ts';
import { frequency } from './frequency.ts';
import { createSource, readFile, refreshSource } from './from-file.ts';
import { applyForTable, approveGrant, cancelGrant, rejectGrant, revokeGrant } from './grant-changes.ts';
import { pageOfGrants } from './grants.ts';
import { fileLineage } from './lineage.ts';
import { profile } from './profile.ts';
import { downloadTable, findUrls, previewRows } from './rows.ts';

registerLineage('file', fileLineage);

/** The data mart: the catalogue, tables from files, their rows (DATA-01, DATA-07, DATA-08, DATA-15, DATA-18, API-102). */
export const dataMartModule = defineModule({
  service: 'data-mart',
  routes: {
    async page(request) {
      const {
        keyword = '',
        kind = '',
        tag = '',
        right = '',
        workspaceId = '',
        sort = '',
        order = 'asc',
        pageNo = 1,
        pageSize = 10,
      } = request.body;
      const filter = { keyword: keyword.trim(), kind, tag, right, workspaceId, sort, order, pageNo, pageSize };
      return await pageOfTables(request.db, signedIn(request), filter);
    },
    async tags(request) {
      return await tagsOf(request.db, signedIn(request));
    },
    async options(request) {
      const { right = 'view', keyword = '' } = request.query;
      return await tableOptions(request.db, signedIn(request), right, keyword.trim());
    },
    async workspaces(request) {
      return await workspaceOptions(request.db, signedIn(request).id);
    },
    async get(request) {
      return await tableDetail(request.db, signedIn(request), request.query.bizId);
    },
    async readFile(request) {
      return await readFile(request, request.files.file);
    },
    async create(request) {
      return await createSource(request, request.body);
    },
    async refresh(request) {
      return await refreshSource(request, request.body);
    },
    async save(request) {
      return await saveTable(request, request.body);
    },
    async remove(request) {
      await removeTable(request, request.query.bizId);
      return {};
    },
    async pin(request) {
      await pinTable(request, request.body);
      return { pinned: request.body.pinned };
    },
    async preview(request) {
      const { bizId, most = 10 } = request.query;
      return await previewRows(request, { bizId, most });
    },
    async download(request) {
      return await downloadTable(request, request.query.bizId);
    },
    async findUrl(request) {
      return await findUrls(request, request.body);
    },
  },
});

/** Applications for data tables (DATA-09, PERM-15, PERM-16). */
export const dataGrantModule = defineModule({
  service: 'data-grant',
  routes: {
    async page(request) {
      const { side = 'mine', bizId = '', keyword = '', status = '', pageNo = 1, pageSize = 10 } = request.body;
      const filter = { side, bizId, keyword: keyword.trim(), status, pageNo, pageSize };
      return await pageOfGrants(request.db, signedIn(request), filter, request.services.settings.timeZone);
    },
    async apply(request) {
      return await applyForTable(request, request.body);
    },
    async approve(request) {
      return await approveGrant(request, request.body);
    },
    async reject(request) {
      return await rejectGrant(request, request.body);
    },
    async revoke(request) {
      return await revokeGrant(request, request.body);
    },
    async cancel(request) {
      return await cancelGrant(request, request.body);
    },
  },
});

/** What a table holds (DATA-16). */
export const dataExplorationModule = defineModule({
  service: 'data-exploration',
  routes: {
    async columns(request) {
      return await exploredColumns(request, request.query.bizId);
    },
    async profile(request) {
      return await profile(request, request.query.bizId);
    },
    async frequency(request) {
      return await frequency(request, request.query);
    },
    async histogram(request) {
      return await histogram(request, request.query);
    },
    async aggregate(request) {
      return await aggregate(request, request.body);
    },
    async rows(request) {
      const { most = 200, ...choice } = request.body;
      return await chosenRows(request, { ...choice, most });
    },
    async correlation(request) {
      return await correlation(request, request.query.bizId);
    },
  },
});
