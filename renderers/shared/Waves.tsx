import './waves.css';

/** Lines like a map of heights, in the colour of the banner's text. Decoration. */
export function Waves() {
  const rings = [120, 190, 260, 330, 400, 470, 540, 610];
  return (
    <svg className="tg-waves" viewBox="0 0 800 800" preserveAspectRatio="xMaxYMax slice" aria-hidden="true" focusable="false">
      {rings.map((radius, index) => (
        <ellipse
          key={radius}
          cx={690}
          cy={700}
          rx={radius}
          ry={radius * 0.86}
          transform={`rotate(${index * 7} 690 700)`}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.2"
          opacity={0.3 - index * 0.028}
        />
      ))}
    </svg>
  );
}
