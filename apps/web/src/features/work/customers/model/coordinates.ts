import { straightKilometres } from '@muster/domain/values/travel';

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

/** Nobody points more exactly. */
export function rounded({ latitude, longitude }: Position): Position {
  return { latitude: Number(latitude.toFixed(places)), longitude: Number(longitude.toFixed(places)) };
}

/** Beyond this no site belongs to its suburb: the largest stations of the outback end nearer. */
const farKilometres = 200;

/** How far a position is from the middle of its suburb, where that is too far to be meant, and the one with a sign turned that is near. */
export function doubtOf(
  { latitude, longitude }: Position,
  centre: Position,
): { kilometres: number; meant: Position | undefined } | undefined {
  const kilometres = straightKilometres({ latitude, longitude }, centre);
  if (kilometres <= farKilometres) return undefined;
  const turned = [
    { latitude: -latitude, longitude },
    { latitude, longitude: -longitude },
    { latitude: -latitude, longitude: -longitude },
  ];
  const meant = turned.find((one) => straightKilometres(one, centre) <= farKilometres);
  return { kilometres: Math.round(kilometres), meant };
}

function short(degrees: number): string {
  return String(Number(degrees.toFixed(places)));
}
