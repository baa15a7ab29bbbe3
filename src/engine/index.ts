/**
 * The engine for widgets: define a widget or field, render nodes and fields, read calls, dictionaries, texts and the application's state.
 */
export { saveFile } from './actions/download.ts';
export { browserStorage } from './browser-storage.ts';
export { useCall } from './calls.ts';
export { CodeFailure, loadCode } from './code.ts';
export { isComposing } from './composing.ts';
export { type Engine, type SessionServices, useEngine } from './context.ts';
export { defineField, defineWidget } from './define.ts';
export { type DictionaryEntry, DictionaryStore, useDictionaries, useDictionary } from './dictionary.ts';
export { saveAtOnce } from './form/at-once.ts';
export { useForm } from './form/context.ts';
export { Fields, useFieldCheck, useFieldChoices, useFieldWork } from './form/field.tsx';
export { FormHost } from './form/host.tsx';
export { FormModel } from './form/model.ts';
export { useReveal } from './form/nested.tsx';
export { BundleGate, type BundleSource } from './gate.tsx';
export { useAddressOf, useClient, useController, useFrameLinks, useLiveNames, useNavigateTo } from './hooks.ts';
export { LateFeedback } from './late-feedback.ts';
export { Nodes, NodeView } from './nodes.tsx';
export { observer } from './observer.tsx';
export { isOutage } from './outage.ts';
export { Outlet } from './outlet.tsx';
export { PageView } from './page.tsx';
export { PartView } from './part.tsx';
export { EngineProvider } from './provider.tsx';
export { useRenewal } from './renewal.ts';
export { childScope, plain, sameValue } from './scope.ts';
export { useApp, useFeedback, useLanguage, useObserved, useTranslate } from './texts.ts';
export type * from './types.ts';
export { askToDiscard, askToDiscardTyped, holdWindow, LeaveGuard, useUnsavedGuard } from './unsaved.ts';
export { useDeferredCode } from './use-code.ts';
export { usePageTitle } from './use-page-title.ts';
export { useVisible, Visible } from './visible.tsx';
