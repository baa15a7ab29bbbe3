import { defineModule } from '../../contracts.ts';
import { wordsOf } from '../../reader.ts';
import { filledBy } from '../data-runs/filled-table.ts';
import { registerExecutable, registerRunKind } from '../data-runs/kinds.ts';
import { registerLineage } from '../lineage/kinds.ts';
import { createRecognition, recogniseRun } from './columns.ts';
import { recognitionLineage } from './lineage.ts';
import { recognisersOf } from './recognisers.ts';
import { exportPlaces, recogniseFile, recogniseText } from './texts.ts';

registerRunKind('text-recognise', recogniseRun);
registerExecutable(filledBy('text-recognise', 'text_recognition'));
registerLineage('recognition', recognitionLineage);

/** What stands in texts: places found by the recognisers of the documents (DATA-04). */
export const aiTextModule = defineModule({
  service: 'ai-text',
  routes: {
    kinds(request) {
      const word = wordsOf(request);
      return {
        content: recognisersOf(request.services.documents).map(({ id, document }) => ({
          value: id,
          label: word(document.name),
          tone: document.tone ?? ('neutral' as const),
          isChecked: document.check !== undefined,
        })),
      };
    },

    async recognise(request) {
      return await recogniseText(request, request.body);
    },

    async file(request) {
      return await recogniseFile(request, request.files.file);
    },

    async export(request) {
      return await exportPlaces(request, request.body);
    },

    async column(request) {
      return await createRecognition(request, request.body);
    },
  },
});
