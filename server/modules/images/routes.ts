import { askerOf } from '../../caller.ts';
import type { WordedContext } from '../../context.ts';
import { defineModule, signedIn } from '../../contracts.ts';
import { ApiError, wrong } from '../../errors.ts';
import type { UploadedFile } from '../../plugins/uploads.ts';
import { registerRunKind } from '../data-runs/kinds.ts';
import { mergedInvoice, printedInvoice } from '../evidence/recognition/merged.ts';
import { admitFile, fileRule } from '../files/admitted.ts';
import { readPages } from '../recognition/ocr/pool.ts';
import { certaintyOf, rowsOf } from '../recognition/ocr/rows.ts';
import type { PictureProblem } from '../recognition/unpacked.ts';
import { answerSoon, TooLarge } from '../work/short.ts';
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
      const asker = askerOf(request);
      const { content, type } = picture;
      const read = await readable(answerSoon(asker, { kind: 'readPicture', content, type }));
      const print = await readPages({ content, type, mostPages: 1 }, asker);
      const [page] = print.pages;
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
        printProblem: print.problem,
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
      return await readable(answerSoon(askerOf(request), { kind: 'predictPicture', model, content, type }));
    },
  },
});

/** What was read of a picture. @throws ApiError PARAMETER_ERROR at `file` */
async function readable<Read extends object>(
  reading: Promise<Read | { problem: PictureProblem }>,
): Promise<Exclude<Read, { problem: unknown }>> {
  const read = await reading.catch((error: unknown) => {
    if (error instanceof TooLarge) return { problem: 'unreadable' as const };
    throw error;
  });
  if ('problem' in read) throw wrong('file', `cannot be read: ${read.problem}`, `image.problem.${read.problem}`);
  return read as Exclude<Read, { problem: unknown }>;
}

async function admitted({ services }: WordedContext, file: UploadedFile | undefined) {
  return await admitFile(file, fileRule(services.documents, 'ai-picture'));
}
