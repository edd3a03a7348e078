import type { BrowserContext, Page } from '@playwright/test';
import { addWaiting } from './board.ts';
import { call } from '../work/technicians.ts';

export interface Place {
  latitude: number;
  longitude: number;
}

/** A visit that somebody has on a day on which nobody has anything else, and where its technician's day begins. */
export async function addBooked(context: BrowserContext, week: number, suburb: string) {
  const added = await addWaiting(context, { week, suburb });
  const { technicians, starts_at } = added.slots[0]!;
  await call(context, 'POST', `/visits/${added.id}/schedule`, {
    version: added.version,
    technicians,
    starts_at,
  });
  const { data } = await call(context, 'GET', `/technicians/${technicians[0]}`);
  const base: Place = { latitude: data.row.base_latitude, longitude: data.row.base_longitude };
  return { ...added, technician: data.row.name as string, base };
}

const padding = 56;
const nearest = 13;
const tile = 512;

/** Where the map draws a place after it has made some others fit: they lie in the middle, as large as its edge allows. */
export async function dotAt(page: Page, shown: readonly Place[], place: Place) {
  const box = (await page.locator('.map-canvas canvas').boundingBox())!;
  const points = shown.map(mercator);
  const middle = (axis: 'x' | 'y') => (min(points, axis) + max(points, axis)) / 2;
  const fit = (size: number, axis: 'x' | 'y') =>
    Math.log2((size - 2 * padding) / tile / (max(points, axis) - min(points, axis)));
  const scale = tile * 2 ** Math.min(fit(box.width, 'x'), fit(box.height, 'y'), nearest);
  const { x, y } = mercator(place);
  return {
    x: box.x + box.width / 2 + (x - middle('x')) * scale,
    y: box.y + box.height / 2 + (y - middle('y')) * scale,
  };
}

type Point = Record<'x' | 'y', number>;

const min = (points: readonly Point[], axis: 'x' | 'y') => Math.min(...points.map((point) => point[axis]));
const max = (points: readonly Point[], axis: 'x' | 'y') => Math.max(...points.map((point) => point[axis]));

function mercator({ latitude, longitude }: Place): Point {
  const angle = Math.PI / 4 + (latitude * Math.PI) / 360;
  return { x: (longitude + 180) / 360, y: (1 - Math.log(Math.tan(angle)) / Math.PI) / 2 };
}
