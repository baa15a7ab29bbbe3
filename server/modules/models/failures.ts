/** Texts of what learns or uses a model and lacks memory or time. */
export const failures = { memory: 'aimodel.failure.memory', late: 'aimodel.failure.late' };
