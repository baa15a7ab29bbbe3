/** Whether one of the wanted permissions is held; none wanted is always held. */
export function holds(permissions: ReadonlySet<string>, wanted: string | string[] | undefined): boolean {
  if (wanted === undefined) return true;
  return (Array.isArray(wanted) ? wanted : [wanted]).some((permission) => permissions.has(permission));
}
