/**
 * The engine for widgets: define a widget or field, render nodes and fields, read calls, dictionaries, texts and the application's state.
 */
export { observer } from '@formily/reactive-react';
export type { ActionOutcome, PlanField, PlanNode, Scope } from '../core/types.ts';
export { saveFile } from './actions/download.ts';
export { runBlock } from './actions/run.ts';
export { type CallState, type UseCallOptions, useCall } from './calls.ts';
export { type Engine, type NavigateOptions, type NodeController, type SessionServices, useEngine, usePageModel } from './context.ts';
export { defineField, defineWidget } from './define.ts';
export { type DictionaryEntry, DictionaryStore, type DictionaryView, useDictionaries, useDictionary } from './dictionary.ts';
export { errorId, Field, Fields, hintId, useFieldCheck } from './form/field.tsx';
export { FormHost, type FormHostProps } from './form/host.tsx';
export { type FieldError, type FormCheck, FormModel, type FormView, useForm } from './form/model.ts';
export { useReveal } from './form/nested.tsx';
export { useClient, useController, useEmit, useLiveNames, useNavigateTo } from './hooks.ts';
export { Nodes, NodeView } from './nodes.tsx';
export { Outlet } from './outlet.tsx';
export { PageView, type PageViewProps } from './page.tsx';
export { PageModel } from './page-model.ts';
export { EngineProvider } from './provider.tsx';
export { childScope, plain, sameValue } from './scope.ts';
export { useApp, useFeedback, useLanguage, useObserved, useTranslate } from './texts.ts';
export type * from './types.ts';
export { LeaveGuard, useUnsavedGuard } from './unsaved.ts';
export { useVisible, Visible } from './visible.tsx';
