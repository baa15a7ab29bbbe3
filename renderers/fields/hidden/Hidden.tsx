/** A value that is not shown. The form keeps it; there is nothing to draw. */
export function Hidden() {
  return null;
}
