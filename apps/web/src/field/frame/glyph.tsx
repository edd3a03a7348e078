/** Strokes on the 20 px grid of the other icons. */
const strokes = {
  menu: 'M3.5 6h13M3.5 10h13M3.5 14h13',
  back: 'M12 4.500L6.500 10l5.500 5.500',
  next: 'M8 4.500l5.500 5.500L8 15.500',
  route: 'M10 2.500l7.500 7.500-7.500 7.500L2.500 10zM8 12V9.500h4M10.500 7.500l2 2-2 2',
  call: 'M5 3h2.500l1.500 4-2 1.500a9 9 0 0 0 4.500 4.500l1.500-2 4 1.500V15a2 2 0 0 1-2 2A13 13 0 0 1 3 5a2 2 0 0 1 2-2z',
  message: 'M3 4.500h14v9H9l-3.500 3v-3H3z',
  camera: 'M3 6.500h3l1.500-2h5l1.500 2h3v9.500H3zM10 14a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  clip: 'M14.500 9.500l-5 5a3 3 0 0 1-4.200-4.200l6-6a2 2 0 0 1 2.900 2.900l-5.700 5.700a1 1 0 0 1-1.400-1.400l5-5',
  pen: 'M3 16.500c3-1 2-4 4-4s1 3 3 3 2-1.500 4-1.500M8 9l6-6 2.500 2.500-6 6L7.500 12z',
  clock: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM10 6v4l2.500 2',
  waiting: 'M6 3h8M6 17h8M7 3v3.500L13 13.500V17M13 3v3.500L7 13.500V17',
  sent: 'M2.500 10.500l3 3 6-7M9.500 12.500l1 1 6.500-7',
  warning: 'M10 3.500l7 12.500H3zM10 8v4M10 14v.1',
  trash: 'M4 6h12M8 6V4h4v2M5.500 6l.8 10.500h7.400L14.500 6M8.500 9v4.500M11.500 9v4.500',
  plus: 'M10 4.500v11M4.500 10h11',
  minus: 'M4.500 10h11',
  week: 'M4 5h12v11.500H4zM4 9h12M7.500 3v3.500M12.500 3v3.500',
  key: 'M7 13a3.500 3.500 0 1 1 3.200-5H17v3h-2v2h-2.500v-2h-2.300A3.500 3.500 0 0 1 7 13zM6.500 9.500v.1',
  help: 'M7.500 7.500a2.500 2.500 0 1 1 3.500 2.300c-.700.400-1 .900-1 1.700M10 14.500v.1M10 2.500a7.500 7.500 0 1 0 0 15 7.500 7.500 0 0 0 0-15z',
  out: 'M8 3.500H4v13h4M12.500 6.500L16 10l-3.500 3.500M16 10H8',
  part: 'M3.500 6.500L10 3l6.500 3.500v7L10 17l-6.500-3.500zM3.500 6.500L10 10l6.500-3.500M10 10v7',
  note: 'M4.500 3h11v14h-11zM7 7h6M7 10h6M7 13h3.500',
  offline:
    'M3 3l14 14M4 9.500a9 9 0 0 1 3-2M16 9.500A9 9 0 0 0 9.500 6.700M6.800 12.500a4.500 4.500 0 0 1 4-1.200M10 15.500v.1',
  play: 'M7 4.500l8.500 5.500L7 15.500z',
  board: 'M3 4.500h14v11H3zM3 8.500h14M8 8.500v7M10.500 11h4M9.800 13.300h3',
  door: 'M5 17V3h10v14M3 17h14M12 10v.1',
} as const;

export type GlyphName = keyof typeof strokes;

/** Decoration beside words, or the label is on what it stands in. */
export function Glyph({ name }: { name: GlyphName }) {
  return (
    <svg className="m-icon" viewBox="0 0 20 20" aria-hidden>
      <path d={strokes[name]} />
    </svg>
  );
}
