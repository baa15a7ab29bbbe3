import { type CallRequest, defineModule, signedIn } from '../../contracts.ts';
import { requiredFile } from '../spreadsheets/required-file.ts';
import { emptyFile } from './files.ts';
import { pageOfRows, removeRows, saveRow } from './master-data.ts';
import { exportRows, importRows } from './master-files.ts';
import { dealerKind, type MasterKind, productKind, relationKind } from './master-kinds.ts';
import { type FlowClient, requireClient } from './rights.ts';

interface PageBody {
  clientCode: string;
  keyword?: string | undefined;
  kind?: string | undefined;
  pageNo?: number | undefined;
  pageSize?: number | undefined;
}

interface Upload {
  query: { clientCode: string; check?: string | undefined; seen?: string | undefined };
  files: CallRequest<unknown>['files'];
}

async function page<Answer>(request: Pick<CallRequest<unknown>, 'db' | 'user'>, kind: MasterKind<Answer>, body: PageBody) {
  const { keyword = '', kind: wanted = '', pageNo = 1, pageSize = 10 } = body;
  const client = await requireClient(request.db, signedIn(request), body.clientCode);
  return await pageOfRows(request.db, kind, client, { keyword: keyword.trim(), kind: wanted, pageNo, pageSize });
}

async function clientOf(request: Pick<CallRequest<unknown>, 'db' | 'user'>, clientCode: string): Promise<FlowClient> {
  return await requireClient(request.db, signedIn(request), clientCode);
}

/** What a call that takes a file over was given; without a file it is refused. */
function uploadOf({ query: { clientCode, check, seen }, files }: Upload) {
  return { clientCode, file: requiredFile(files.file), isCheck: check === '1', seen };
}

/** Dealers, products and matching relations of clients (FLOW-08, API-160 to API-165). */
export const flowMasterDataModule = defineModule({
  service: 'flow-master-data',
  routes: {
    async dealerPage(request) {
      return await page(request, dealerKind, request.body);
    },

    async saveDealer(request) {
      const { clientCode, id, version, dealerCode, dealerName, email = null } = request.body;
      return await saveRow(request, dealerKind, { clientCode, id, version, values: { dealerCode, dealerName, email } });
    },

    async removeDealer(request) {
      return { removed: await removeRows(request, dealerKind, request.body.clientCode, request.body.ids) };
    },

    async uploadDealer(request) {
      return await importRows(request, dealerKind, uploadOf(request));
    },

    async downloadDealer(request) {
      const { clientCode, keyword = '' } = request.body;
      return await exportRows(request, dealerKind, await clientOf(request, clientCode), { keyword: keyword.trim(), kind: '' });
    },

    async productPage(request) {
      return await page(request, productKind, request.body);
    },

    async saveProduct(request) {
      const { clientCode, id, version, productCode, productName, productSpec = null } = request.body;
      return await saveRow(request, productKind, { clientCode, id, version, values: { productCode, productName, productSpec } });
    },

    async removeProduct(request) {
      return { removed: await removeRows(request, productKind, request.body.clientCode, request.body.ids) };
    },

    async uploadProduct(request) {
      return await importRows(request, productKind, uploadOf(request));
    },

    async downloadProduct(request) {
      const { clientCode, keyword = '' } = request.body;
      return await exportRows(request, productKind, await clientOf(request, clientCode), { keyword: keyword.trim(), kind: '' });
    },

    async relationPage(request) {
      return await page(request, relationKind, request.body);
    },

    async saveRelation(request) {
      const { clientCode, id, version, kind, sourceName, targetCode } = request.body;
      return await saveRow(request, relationKind, { clientCode, id, version, values: { kind, sourceName, targetCode } });
    },

    async removeRelation(request) {
      return { removed: await removeRows(request, relationKind, request.body.clientCode, request.body.ids) };
    },

    async uploadRelation(request) {
      return await importRows(request, relationKind, uploadOf(request));
    },

    async downloadRelation(request) {
      const { clientCode, keyword = '', kind = '' } = request.query;
      return await exportRows(request, relationKind, await clientOf(request, clientCode), { keyword: keyword.trim(), kind });
    },

    async targets(request) {
      const { body } = request;
      if (body.kind === 'dealer') {
        const { content, ...rest } = await page(request, dealerKind, { ...body, kind: '' });
        return { content: content.map((row) => ({ targetCode: row.dealerCode, targetName: row.dealerName })), ...rest };
      }
      const { content, ...rest } = await page(request, productKind, { ...body, kind: '' });
      return { content: content.map((row) => ({ targetCode: row.productCode, targetName: row.productName })), ...rest };
    },

    template(request) {
      return emptyFile(request, request.query.kind);
    },
  },
});
