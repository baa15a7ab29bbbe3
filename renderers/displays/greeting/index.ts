import { defineWidget } from '../../../src/engine/index.ts';
import type { GreetingOptions } from '../../../src/generated/options.ts';
import { Greeting } from './Greeting.tsx';

export default defineWidget<GreetingOptions>(Greeting);
