import './base.css';
import type { Look } from '../../src/engine/types.ts';
import { Explanation } from './Explanation.tsx';
import { FieldDecorator } from './FieldDecorator.tsx';
import { FieldGroup, FieldSpace } from './FieldGroup.tsx';
import { Loading } from './Loading.tsx';
import { Overlay } from './Overlay.tsx';
import { Provider } from './theme/Provider.tsx';

/** The parts of the look the engine itself needs. */
export const look: Look = { Provider, FieldDecorator, FieldGroup, FieldSpace, Explanation, Loading, Overlay };
