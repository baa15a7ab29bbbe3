import { defineModule, signedIn } from '../../contracts.ts';
import { registerRunKind } from '../data-runs/kinds.ts';
import { fileRule } from '../files/admitted.ts';
import { speechRun } from './run.ts';
import {
  correctTranscript,
  createTranscript,
  pageOfTranscripts,
  removeTranscript,
  repeatTranscript,
  requireTranscript,
  toldWhole,
  transcriptFile,
} from './transcripts.ts';

registerRunKind('speech', speechRun);

/** Transcripts of recordings, made by the service this installation has (DATA-04). */
export const aiSpeechModule = defineModule({
  service: 'ai-speech',
  routes: {
    status(request) {
      const { settings, documents } = request.services;
      const { extensions = [], maxBytes = 0 } = fileRule(documents, 'speech');
      return { isConfigured: settings.speech !== undefined, extensions: [...extensions], maxBytes };
    },

    async page(request) {
      const { keyword = '', pageNo = 1, pageSize = 10 } = request.body;
      return await pageOfTranscripts(request, { keyword: keyword.trim(), pageNo, pageSize });
    },

    async get(request) {
      return toldWhole(request, await requireTranscript(request.db, signedIn(request), request.query.id));
    },

    async create(request) {
      return await createTranscript(request, request.files.file, request.query.language);
    },

    async repeat(request) {
      await repeatTranscript(request, request.body.id);
      return {};
    },

    async correct(request) {
      await correctTranscript(request, request.body);
      return toldWhole(request, await requireTranscript(request.db, signedIn(request), request.body.id));
    },

    async remove(request) {
      await removeTranscript(request, request.query.id);
      return {};
    },

    async download(request) {
      const { id, format } = request.query;
      return transcriptFile(await requireTranscript(request.db, signedIn(request), id), format);
    },
  },
});
