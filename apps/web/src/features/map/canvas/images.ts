import type { MapColours } from './tokens.ts';

/** Drawn for screens with two dots per pixel. */
export const imageRatio = 2;

/**
 * What is written and drawn on the map beside dots and lines: `base-teal`, the house of a technician, `arrow-teal` and `label-3`. Pictures and not
 * letters of a map, because an operator's style says where its letters come from, and ours are not there.
 */
export function drawImage(name: string, colours: MapColours): ImageData | undefined {
  const [kind, what = ''] = name.split('-');
  if (kind === 'base') return drawHouse(colours[what as keyof MapColours] ?? colours.none, colours.raised);
  if (kind === 'arrow') return drawArrow(colours[what as keyof MapColours] ?? colours.none, colours.raised);
  if (kind === 'label' && what !== '') return drawLabel(what, colours);
  return undefined;
}

function drawHouse(colour: string, edge: string): ImageData {
  return draw(18, 18, (context) => {
    context.beginPath();
    context.moveTo(9, 2);
    for (const [x, y] of [
      [16.5, 8.5],
      [14.5, 8.5],
      [14.5, 16],
      [3.5, 16],
      [3.5, 8.5],
      [1.5, 8.5],
    ] as const)
      context.lineTo(x, y);
    context.closePath();
    context.lineJoin = 'round';
    context.lineWidth = 3;
    context.strokeStyle = edge;
    context.stroke();
    context.fillStyle = colour;
    context.fill();
  });
}

/** Points to the right, as lines run. */
function drawArrow(colour: string, edge: string): ImageData {
  return draw(14, 14, (context) => {
    context.beginPath();
    context.moveTo(5, 3);
    context.lineTo(10, 7);
    context.lineTo(5, 11);
    context.lineCap = 'round';
    context.lineJoin = 'round';
    context.lineWidth = 5;
    context.strokeStyle = edge;
    context.stroke();
    context.lineWidth = 2.4;
    context.strokeStyle = colour;
    context.stroke();
  });
}

function drawLabel(text: string, colours: MapColours): ImageData {
  const width = 8 + 7 * text.length;
  return draw(width, 15, (context) => {
    context.beginPath();
    context.roundRect(0.5, 0.5, width - 1, 14, 7);
    context.fillStyle = colours.raised;
    context.fill();
    context.strokeStyle = colours.none;
    context.stroke();
    context.fillStyle = colours.strongText;
    context.font = '600 11px Inter, sans-serif';
    context.textAlign = 'center';
    context.fillText(text, width / 2, 11.5);
  });
}

function draw(width: number, height: number, paint: (context: CanvasRenderingContext2D) => void): ImageData {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width * imageRatio, height * imageRatio];
  const context = canvas.getContext('2d')!;
  context.scale(imageRatio, imageRatio);
  paint(context);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
