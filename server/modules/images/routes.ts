import type { WordedContext } from '../../context.ts';
import { defineModule, signedIn } from '../../contracts.ts';
import { ApiError, wrong } from '../../errors.ts';
import { untilGone } from '../../gone.ts';
import type { UploadedFile } from '../../plugins/uploads.ts';
import { registerRunKind } from '../data-runs/kinds.ts';
import { mergedInvoice, printedInvoice } from '../evidence/recognition/merged.ts';
import { admitFile, fileRule } from '../files/admitted.ts';
import { answerIn, whileSomebodyWaits } from '../models/short-work.ts';
import { readPages } from '../recognition/ocr/pool.ts';
import { certaintyOf, rowsOf } from '../recognition/ocr/rows.ts';
import { imageFitRun } from './fit.ts';
import { createImageModel, fitImageModel, imageModelOf, pageOfImageModels, removeImageModel, requireImageModel } from './models.ts';
import { addPictures, pageOfSamples, removeSamples } from './samples.ts';

registerRunKind('image-fit', imageFitRun);

/** Rows of print that are answered. */
const mostLines = 200;

/** What pictures hold, and models that tell kinds of pictures apart (DATA-04). */
export const aiImageModule = defineModule({
  service: 'ai-image',
  routes: {
    async read(request) {
      const picture = await admitted(request, request.files.file);
      const read = await whileSomebodyWaits(() => answerIn({ kind: 'readPicture', content: picture.content, type: picture.type }));
      if ('problem' in read) throw wrong('file', `cannot be read: ${read.problem}`, `image.problem.${read.problem}`);
      const print = await readPages({ content: picture.content, type: picture.type, mostPages: 1 }, untilGone(request.reply));
      const [page] = 'pages' in print ? print.pages : [];
      const rows = page ? rowsOf(page.lines) : [];
      const invoice = mergedInvoice(read.invoice, printedInvoice([rows]));
      return {
        name: picture.name,
        format: picture.extension.toUpperCase(),
        bytes: picture.content.length,
        width: read.width,
        height: read.height,
        codes: read.codes.map((code, index) => ({ key: String(index + 1), ...code })),
        turned: page?.turned ?? 0,
        lines: rows.slice(0, mostLines).map((row, index) => ({
          key: String(index + 1),
          text: row.text.replaceAll('\t', '  '),
          confidence: Math.round(certaintyOf(row) * 100) / 100,
        })),
        printProblem: 'problem' in print ? print.problem : null,
        invoice: invoice
          ? {
              source: invoice.source,
              code: invoice.ocrCode,
              number: invoice.ocrNum,
              date: invoice.ocrDate,
              amount: invoice.ocrAmount,
              checkNumber: invoice.ocrCheckNum,
              tax: invoice.tax,
              total: invoice.total,
              buyer: invoice.ocrBuyer,
              buyerTaxNumber: invoice.buyerTaxNumber,
              seller: invoice.ocrSeller,
              sellerTaxNumber: invoice.sellerTaxNumber,
            }
          : null,
      };
    },

    async page(request) {
      const { keyword = '', pageNo = 1, pageSize = 10 } = request.body;
      return await pageOfImageModels(request, { keyword: keyword.trim(), pageNo, pageSize });
    },

    async get(request) {
      return await imageModelOf(request, request.query.id);
    },

    async create(request) {
      return await createImageModel(request, request.body);
    },

    async remove(request) {
      await removeImageModel(request, request.query.id);
      return {};
    },

    async addPictures(request) {
      return await addPictures(request, request.files.file, request.query);
    },

    async samples(request) {
      const { id, label = '', pageNo = 1, pageSize = 24 } = request.body;
      return await pageOfSamples(request, { id, label, pageNo, pageSize });
    },

    async removeSamples(request) {
      await removeSamples(request, request.body);
      return {};
    },

    async fit(request) {
      return await fitImageModel(request, request.body.id);
    },

    async predict(request) {
      const row = await requireImageModel(request.db, signedIn(request), request.query.id);
      if (row.currentId === null) throw new ApiError('MODEL_NOT_FITTED');
      const { content, type } = await admitted(request, request.files.file);
      const { content: model } = await request.db
        .selectFrom('image_version')
        .select('content')
        .where('id', '=', row.currentId)
        .executeTakeFirstOrThrow();
      const said = await whileSomebodyWaits(() => answerIn({ kind: 'predictPicture', model, content, type }));
      if ('problem' in said) throw wrong('file', `cannot be read: ${said.problem}`, `image.problem.${said.problem}`);
      return said;
    },
  },
});

async function admitted({ services }: WordedContext, file: UploadedFile | undefined) {
  return await admitFile(file, fileRule(services.documents, 'ai-picture'));
}
