/** How much of everything a large company has after five years. */
export const sizes = {
  users: 20_000,
  departments: 3_000,
  roles: 200,
  records: 300_000,
  evaluations: 1_000,
  /** Evaluations that are sent to `manyRecipients`, about `criteria` x `domains`. */
  largeEvaluations: 5,
  manyRecipients: 2_000,
  fewRecipients: 20,
  criteria: 200,
  domains: 50,
  /** Papers of the first large evaluation that are answered as a whole. */
  answeredPapers: 100,
  operations: 200_000,
  signIns: 300_000,
  messages: 1_000_000,
  reviewObjects: 10_000,
  billTasks: 50_000,
  tickets: 200_000,
  dataTables: 5_000,
  schedules: 2_000,
  runs: 40_000,
  grants: 10_000,
  workspaces: 300,
  decisions: 100_000,
  mails: 100_000,
} as const;

/** Registers most records are in, and how many of a thousand; the others share the rest. */
export const shares: Readonly<Record<string, number>> = {
  task: 200,
  finding: 130,
  clause: 130,
  risk: 100,
  'control-measure': 80,
  'control-test': 50,
  'working-paper': 50,
  'audit-finding': 40,
};
