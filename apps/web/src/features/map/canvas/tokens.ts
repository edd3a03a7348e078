import { technicianColours } from '@muster/domain/technicians/rules';

/** The names of what is drawn on the map, and the tokens that give them their colours. */
const tokens = {
  sea: '--map-sea',
  land: '--map-land',
  shore: '--map-shore',
  text: '--text-muted',
  strongText: '--text',
  raised: '--surface-raised',
  focus: '--focus',
  none: '--line-strong',
  attention: '--attention',
  danger: '--danger',
} as const;

export type MapColours = Readonly<Record<keyof typeof tokens | (typeof technicianColours)[number], string>>;

/** A canvas knows no tokens: they are resolved as they look here and now, in the light or in the dark. */
export function readColours(near: HTMLElement): MapColours {
  const probe = document.createElement('i');
  near.append(probe);
  const resolve = (token: string) => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const named = Object.entries(tokens).map(([name, token]) => [name, resolve(token)]);
  const crew = technicianColours.map((colour) => [colour, resolve(`--crew-${colour}`)]);
  probe.remove();
  return Object.fromEntries([...named, ...crew]) as MapColours;
}
