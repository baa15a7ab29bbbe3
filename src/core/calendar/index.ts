export * from './days.ts';
export * from './keys.ts';
export * from './relative.ts';
