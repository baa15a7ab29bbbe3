interface ArrowHeadProps {
  id: string;
  look?: string;
  /** Where it sits on the end of its line, of the 8 it is long. */
  at: number;
}

/** The arrow at the end of lines of a plane, the same size however thick they are: `markerEnd="url(#id)"`. */
export function ArrowHead({ id, look, at }: ArrowHeadProps) {
  return (
    <marker
      id={id}
      data-look={look}
      viewBox="0 0 8 8"
      refX={at}
      refY="4"
      markerUnits="userSpaceOnUse"
      markerWidth="10"
      markerHeight="10"
      orient="auto"
    >
      <path d="M0 0L8 4L0 8z" />
    </marker>
  );
}
