import { useSyncExternalStore } from 'react';
import type { PointGroup } from 'signature_pad';

/** As in `sheet.css`: a phone that is held upright shows the sheet turned by a quarter. */
const SIDEWAYS = '(orientation: portrait) and (width < 600px) and (height >= 560px)';

/** Whether the place to sign is turned: what is to the right of whoever reads it is further down on the screen. */
export function useSideways(): boolean {
  return useSyncExternalStore(
    (listen) => {
      const turning = matchMedia(SIDEWAYS);
      turning.addEventListener('change', listen);
      return () => turning.removeEventListener('change', listen);
    },
    () => matchMedia(SIDEWAYS).matches,
  );
}

interface Size {
  readonly offsetWidth: number;
  readonly offsetHeight: number;
}

type Point = Pick<PointGroup['points'][number], 'x' | 'y'>;

function moved(strokes: readonly PointGroup[], to: (point: Point) => Point): PointGroup[] {
  return strokes.map((stroke) => ({
    ...stroke,
    points: stroke.points.map((point) => Object.assign({}, point, to(point))),
  }));
}

/** Strokes as they are read, of those that were drawn on a canvas that is so wide on the screen. */
export function upright(strokes: readonly PointGroup[], isSideways: boolean, width: number): PointGroup[] {
  return moved(strokes, ({ x, y }) => (isSideways ? { x: y, y: width - x } : { x, y }));
}

/** Strokes as they are drawn on a canvas, of those as they are read; made smaller where they would not fit. */
export function placed(strokes: readonly PointGroup[], isSideways: boolean, canvas: Size): PointGroup[] {
  const { offsetWidth, offsetHeight } = canvas;
  const [across, down] = isSideways ? [offsetHeight, offsetWidth] : [offsetWidth, offsetHeight];
  const points = strokes.flatMap((stroke) => stroke.points);
  const furthest = (along: 'x' | 'y') => Math.max(1, ...points.map((point) => point[along]));
  const scale = Math.min(1, across / furthest('x'), down / furthest('y'));
  return moved(strokes, (point) => {
    const [x, y] = [point.x * scale, point.y * scale];
    return isSideways ? { x: offsetWidth - y, y: x } : { x, y };
  });
}

const MARGIN = 16;

/** The signature alone and upright, without the empty place around it. */
export function drawnPicture(
  canvas: HTMLCanvasElement,
  strokes: readonly PointGroup[],
  isSideways: boolean,
): Promise<Blob | null> {
  const points = strokes.flatMap((stroke) => stroke.points);
  const ratio = canvas.width / canvas.offsetWidth;
  const across = spanOf(
    points.map(({ x }) => x * ratio),
    canvas.width,
  );
  const down = spanOf(
    points.map(({ y }) => y * ratio),
    canvas.height,
  );
  const [width, height] = isSideways ? [down.size, across.size] : [across.size, down.size];
  const cut = Object.assign(document.createElement('canvas'), { width, height });
  const context = cut.getContext('2d')!;
  // A quarter turn: what is further down on the screen is to the right of whoever reads it.
  if (isSideways) context.setTransform(0, -1, 1, 0, -down.from, across.from + across.size);
  else context.setTransform(1, 0, 0, 1, -across.from, -down.from);
  context.drawImage(canvas, 0, 0);
  return new Promise((resolve) => cut.toBlob(resolve, 'image/png'));
}

/** Where something lies along one side, with a margin, in whole dots. */
function spanOf(places: readonly number[], most: number): { from: number; size: number } {
  const from = Math.max(0, Math.floor(Math.min(...places)) - MARGIN);
  const to = Math.min(most, Math.ceil(Math.max(...places)) + MARGIN);
  return { from, size: Math.max(1, to - from) };
}
