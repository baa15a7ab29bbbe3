import { defineField } from '../../../src/engine/index.ts';
import type { UploadOptions } from '../../../src/generated/options.ts';
import type { UploadedFile } from './answer.ts';
import { Upload } from './Upload.tsx';

export default defineField<UploadedFile[], UploadOptions>(Upload);
