import type { Region } from '../suburbs/rules.ts';

interface City {
  readonly latitude: number;
  readonly longitude: number;
  /** How far around it the work is. */
  readonly degrees: number;
}

/** Where samples are that are to look like one's own work. */
export const capitals: Record<Region, City> = {
  NSW: { latitude: -33.86, longitude: 151.08, degrees: 0.2 },
  VIC: { latitude: -37.82, longitude: 145.02, degrees: 0.2 },
  QLD: { latitude: -27.47, longitude: 153.02, degrees: 0.2 },
  WA: { latitude: -31.95, longitude: 115.87, degrees: 0.2 },
  SA: { latitude: -34.93, longitude: 138.6, degrees: 0.2 },
  TAS: { latitude: -42.88, longitude: 147.33, degrees: 0.3 },
  ACT: { latitude: -35.28, longitude: 149.12, degrees: 0.2 },
  NT: { latitude: -12.45, longitude: 130.9, degrees: 0.4 },
};
