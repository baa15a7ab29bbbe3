import { defineField } from '../../../src/engine/index.ts';
import type { CaptchaOptions } from '../../../src/generated/options.ts';
import { Captcha } from './Captcha.tsx';

export default defineField<string, CaptchaOptions>(Captcha);
