/**
 * Milliseconds of a processor this process has used. A bound for work that must not grow without limit is one of work, whatever else the
 * machine does meanwhile.
 */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
