interface Position {
  latitude: number;
  longitude: number;
}

const pair = /^\(?\s*(-?\d{1,3}(?:\.\d+)?)°?\s*([NS])?\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)°?\s*([EW])?\s*\)?$/i;

/** A position as maps let people copy it, as in "-33.81, 151.10" or "33.81° S, 151.10° E"; undefined where it is none. */
export function readCoordinates(text: string): Position | undefined {
  const [, first, south, second, west] = pair.exec(text.trim()) ?? [];
  if (first === undefined || second === undefined) return undefined;
  const latitude = Number(first) * (south?.toUpperCase() === 'S' ? -1 : 1);
  const longitude = Number(second) * (west?.toUpperCase() === 'W' ? -1 : 1);
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}

/** Five places behind the point are about a metre. */
const places = 5;

export function coordinateWords({ latitude, longitude }: Position): string {
  return `${short(latitude)}, ${short(longitude)}`;
}

function short(degrees: number): string {
  return String(Number(degrees.toFixed(places)));
}
