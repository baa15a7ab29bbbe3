import { useFeedback, useTranslate } from '../../../src/engine/index.ts';
import type { TicketUploadOptions } from '../../../src/generated/options.ts';
import { faultsOf, lackedBy, type Values } from './values.ts';

/** A document as it would be saved. */
interface Document {
  name: string;
  typeCode: string;
  values: Values;
  /** As it is saved already. */
  saved?: Values;
}

/** Whether they may be saved. */
export type MayLack = (documents: readonly Document[]) => Promise<boolean>;

/** Asks whether documents may be saved without what those of their types have, once for all of them. What is refused for something wrong is not asked about. */
export function useLacking({ fields, pass }: TicketUploadOptions): MayLack {
  const t = useTranslate();
  const feedback = useFeedback();
  return async (documents) => {
    const lacking = documents.flatMap(({ name, typeCode, values, saved }) => {
      if (Object.keys(faultsOf(fields, pass, values)).length > 0) return [];
      const labels = lackedBy(fields, pass, typeCode, values, saved);
      return labels.length > 0 ? [t('ticket-upload.lacking', { name, names: labels.join(t('layout.listSeparator')) })] : [];
    });
    if (lacking.length === 0) return true;
    const words = () => ({
      text: t('ticket-upload.confirmLacking', { documents: lacking.join(t('layout.listSeparator')) }),
      okText: t('ticket-upload.saveAnyway'),
    });
    return await feedback.dialog({ level: 'confirm', words });
  };
}
