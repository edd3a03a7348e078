const strokes = {
  photo: 'M3.5 4.5h13v11h-13zM6.8 8.3v.1M3.5 14l4-4 3 3 2.5-2.5 3.5 3.5',
  video: 'M3.5 5h9v10h-9zM12.5 9l4-2.5v7l-4-2.5z',
  document: 'M5.5 3h6l3.5 3.5V17h-9.5zM11.5 3v3.5H15M8 10h5M8 13h5',
  signature: 'M3.5 15.5h13M5 12.5c2-6 4-8 5-7s-2 5-1 6 2-2 3-2 .5 2 1.5 2 1.5-1 2-1',
  waiting: 'M10 3.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM10 6.5V10l2.5 1.5',
  refused: 'M10 3.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM10 6.5v4M10 13.3v.1',
  download: 'M10 3.5v9M6.5 9l3.5 3.5L13.5 9M4 16.5h12',
  delete: 'M4.5 6h11M8 6V4h4v2M6 6l.7 10.5h6.6L14 6M8.7 9v4.5M11.3 9v4.5',
  play: 'M7.5 5.5l7 4.5-7 4.5z',
  previous: 'M12 4.5L6.5 10l5.5 5.5',
  next: 'M8 4.5l5.5 5.5L8 15.5',
} as const;

/** Strokes on the 20 px grid of the other icons. */
export function FileIcon({ name }: { name: keyof typeof strokes }) {
  return (
    <svg className="m-icon" viewBox="0 0 20 20" aria-hidden>
      <path d={strokes[name]} />
    </svg>
  );
}
