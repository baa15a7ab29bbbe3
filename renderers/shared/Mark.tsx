/** The product's own mark, where no logo is configured (THEME-04): a ring around a rising check. Decoration: the title beside it is the name. */
export function Mark({ size }: { size: number }) {
  return (
    <svg className="tg-mark" width={size} height={size} viewBox="0 0 48 48" fill="none" aria-hidden="true" focusable="false">
      <path d="M24 3l18 6.5v13.5c0 10.5-7.3 18.4-18 22-10.7-3.6-18-11.5-18-22V9.5z" fill="currentColor" opacity="0.16" />
      <path
        d="M24 3l18 6.5v13.5c0 10.5-7.3 18.4-18 22-10.7-3.6-18-11.5-18-22V9.5z"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinejoin="round"
      />
      <path d="M15 24.5l6.5 6.5L34 17.5" stroke="currentColor" strokeWidth="4" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
