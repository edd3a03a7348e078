import type { ScalePoint } from './scale.ts';

const WIDTH = 640;
const HEIGHT = 400;
const MARGIN = 60;

/** Both axes logarithmic; dashed lines show linear and quadratic growth from the first point. */
export function scalePlot(points: readonly ScalePoint[], exponent: number): string {
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined) return '';
  const times = points.map(({ milliseconds }) => milliseconds);
  const ratio = last.visits / first.visits;
  const top = Math.max(...times, first.milliseconds * ratio ** 2);
  const x = (visits: number): number =>
    MARGIN + (Math.log(visits / first.visits) / Math.log(ratio)) * (WIDTH - 2 * MARGIN);
  const low = Math.min(...times);
  const y = (time: number): number =>
    HEIGHT - MARGIN - (Math.log(time / low) / Math.log(top / low)) * (HEIGHT - 2 * MARGIN);
  const line = (power: number): string =>
    `<path d="M${x(first.visits)} ${y(first.milliseconds)}L${x(last.visits)} ${y(first.milliseconds * ratio ** power)}" stroke="#999" stroke-dasharray="4 4"/>
<text x="${x(last.visits) + 4}" y="${y(first.milliseconds * ratio ** power)}">n${power === 1 ? '' : '²'}</text>`;
  const path = points.map(({ visits, milliseconds }) => `${x(visits)} ${y(milliseconds)}`).join('L');
  const marks = points.map(
    ({ visits, milliseconds }) =>
      `<circle cx="${x(visits)}" cy="${y(milliseconds)}" r="4" fill="#0b6"/>
<text x="${x(visits)}" y="${HEIGHT - MARGIN + 20}" text-anchor="middle">${visits}</text>
<text x="${x(visits)}" y="${y(milliseconds) - 10}" text-anchor="middle">${(milliseconds / 1000).toFixed(2)} s</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
<text x="${WIDTH / 2}" y="24" text-anchor="middle" font-size="15">Time to within 5 % of the best schedule, by visits: n^${exponent.toFixed(2)}</text>
<g fill="none">${line(1)}${line(2)}<path d="M${path}" stroke="#0b6" stroke-width="2"/></g>
${marks.join('\n')}
</svg>
`;
}
