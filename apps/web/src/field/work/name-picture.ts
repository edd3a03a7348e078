const [WIDTH, HEIGHT, MARGIN] = [1_200, 320, 48];
const FONT = 'system-ui, sans-serif';
const [NAME_SIZE, WORDS_SIZE] = [104, 44];

/** A name in plain letters, for whoever signs without drawing: it goes wherever a drawn signature goes, and says what it is. */
export function pictureOfName(name: string): Promise<Blob | null> {
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT });
  const context = canvas.getContext('2d')!;
  // White and black in both themes: it is printed.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.fillStyle = '#111111';
  context.font = `${NAME_SIZE}px ${FONT}`;
  const room = WIDTH - 2 * MARGIN;
  const fit = Math.min(1, room / context.measureText(name).width);
  context.font = `${NAME_SIZE * fit}px ${FONT}`;
  context.fillText(name, MARGIN, HEIGHT / 2 + MARGIN / 4, room);
  context.fillStyle = '#555555';
  context.font = `${WORDS_SIZE}px ${FONT}`;
  context.fillText('Signed by name', MARGIN, HEIGHT - MARGIN);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
