/** Strokes on the same 20 px grid as the icons of packages/ui. */
const strokes = {
  board: 'M3 4.5h14v11H3zM3 8.5h14M8 8.5v7M10.5 11h4M9.8 13.3h3',
  dawn: 'M2.5 15.5h15M5.5 12.5a4.5 4.5 0 0 1 9 0M10 3.5v2M3.4 7.2l1.4 1.1M16.6 7.2l-1.4 1.1',
  job: 'M4 5.5h12v11H4zM7.5 5.5v-2h5v2M7 10.5l2 2 4-4',
  customer: 'M3.5 9 10 3.5 16.5 9M5 8v8.5h10V8M8.5 16.5V12h3v4.5',
  technician:
    'M4.5 16.5c0-3 2.4-4.8 5.5-4.8s5.5 1.8 5.5 4.8M7 8.2a3 3 0 0 0 6 0M5.8 7.7h8.4M6.7 7.5a3.3 3.3 0 0 1 6.6 0',
  team: 'M2.5 16c0-2.6 2-4.2 4.7-4.2s4.7 1.6 4.7 4.2M7.2 9.2a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2zM12.5 4.3a2.6 2.6 0 0 1 0 4.7M14.2 12.2c2 .5 3.3 1.9 3.3 3.8',
  licence: 'M3 5.5h14v9H3zM6 8.5h4M6 11.5h2.5M13.5 11.8a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4z',
  price:
    'M10.5 3H16a1 1 0 0 1 1 1v5.500l-7.200 7.200a1 1 0 0 1-1.400 0l-5.100-5.100a1 1 0 0 1 0-1.400zM13.800 6.200h.01',
  payment: 'M2.5 5.5h15v9h-15zM2.5 8.5h15M5.5 12h3',
  invoice: 'M5 2.5h10v15l-2.5-1.6-2.5 1.6-2.5-1.6-2.5 1.6zM8 7h4M8 10.5h4',
  fold: 'M11 5l-5 5 5 5M16 5l-5 5 5 5',
  more: 'M4.5 10h.01M10 10h.01M15.5 10h.01',
  scenario: 'M10 16.5V11M10 11 5 6.500M10 11l5-4.500M5 10V6.500h3.500M15 10V6.500h-3.500',
  history: 'M3.5 10a6.5 6.5 0 1 0 2-4.7L3.5 7M3.5 3.5V7H7M10 6.5V10l2.5 1.5',
  settings:
    'M3 6h7M14 6h3M3 14h3M10 14h7M12 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM8 16a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  office: 'M5 16.5v-13h7v13M12 8.5h3.5v8M3.5 16.5h13M7.5 6.5h2M7.5 9.5h2M7.5 12.5h2',
  shield: 'M10 3l6 2v4.5c0 3.7-2.5 6.2-6 7.5-3.5-1.3-6-3.8-6-7.5V5zM7.4 10l1.9 1.9 3.4-3.6',
  mail: 'M3 5h14v10.5H3zM3.3 5.5 10 11l6.7-5.5',
  sun: 'M10 13a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM10 2.5v1.7M10 15.8v1.7M2.5 10h1.7M15.8 10h1.7M4.7 4.7l1.2 1.2M14.1 14.1l1.2 1.2M4.7 15.3l1.2-1.2M14.1 5.9l1.2-1.2',
  moon: 'M16 11.8A6.5 6.5 0 0 1 8.2 4a6.5 6.5 0 1 0 7.8 7.8z',
  system: 'M3 4.5h14v9H3zM7.5 16.5h5M10 13.5v3',
  keys: 'M2.5 5.5h15v9h-15zM5.5 8.500h.01M8.500 8.500h.01M11.500 8.500h.01M14.500 8.500h.01M6.500 11.700h7',
  signOut: 'M8 4H4v12h4M8.5 10H17M14 7l3 3-3 3',
} as const;

export type NavIconName = keyof typeof strokes;

export function NavIcon({ name }: { name: NavIconName }) {
  return (
    <svg className="m-icon" viewBox="0 0 20 20" aria-hidden>
      <path d={strokes[name]} />
    </svg>
  );
}
