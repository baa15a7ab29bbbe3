import { defineWidget } from '../../../src/engine/index.ts';
import type { TicketUploadOptions } from '../../../src/generated/options.ts';
import { TicketUpload } from './TicketUpload.tsx';

export default defineWidget<TicketUploadOptions>(TicketUpload);
