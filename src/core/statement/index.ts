export * from './amount.ts';
export * from './day.ts';
export * from './document.ts';
export * from './faults.ts';
export * from './model.ts';
export * from './rows.ts';
export * from './store.ts';
