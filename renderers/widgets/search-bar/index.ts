import { defineWidget } from '../../../src/engine/index.ts';
import type { SearchBarOptions } from '../../../src/generated/options.ts';
import { SearchBar } from './SearchBar.tsx';

export default defineWidget<SearchBarOptions>(SearchBar);
