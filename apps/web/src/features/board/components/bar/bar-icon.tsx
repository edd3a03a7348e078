const strokes = {
  earlier: 'M12 5l-5 5 5 5',
  later: 'M8 5l5 5-5 5',
  options: 'M3 6h7M14 6h3M3 14h3M10 14h7M12 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM8 16a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  select: 'M4 4h12v12H4zM7 10.300l2.100 2.100L13.200 8',
  print: 'M6 8V3.500h8V8M6 13.500H3.500V8h13v5.500H14M6 11.500h8v5H6z',
} as const;

/** Strokes on the 20 px grid of the other icons. */
export function BarIcon({ name }: { name: keyof typeof strokes }) {
  return (
    <svg className="m-icon" viewBox="0 0 20 20" aria-hidden>
      <path d={strokes[name]} />
    </svg>
  );
}
