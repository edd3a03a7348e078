import { useLocalStorage } from '@mantine/hooks';
import { type TraySort, traySorts } from '../../model/rows.ts';

export const densities = ['comfortable', 'compact', 'one line'] as const;

/** How somebody likes the board; kept by their browser. */
export interface Look {
  readonly density: (typeof densities)[number];
  /** How wide the tray is, and in which order it lists what waits. */
  readonly tray: number;
  readonly traySort: TraySort;
}

const usual: Look = { density: 'comfortable', tray: 280, traySort: 'priority' };
export const trayWidths = { least: 220, most: 480 };

/** Of a visit in a week. */
export const chipHeights: Record<Look['density'], number> = { comfortable: 22, compact: 19, 'one line': 19 };
export const rowHeights: Record<Look['density'], number> = { comfortable: 56, compact: 40, 'one line': 24 };

/** Taller, a row has nothing more to say. */
export const tallestRow = 72;

export function useLook() {
  const [look, setLook] = useLocalStorage<Look>({
    key: 'muster-board',
    defaultValue: usual,
    getInitialValueInEffect: false,
    deserialize: read,
  });
  return { look, setLook: (change: Partial<Look>) => setLook((before) => read({ ...before, ...change })) };
}

/** Whatever an older version, or somebody else, has left there. */
function read(kept: string | undefined | Partial<Look>): Look {
  const given = typeof kept === 'string' ? parsed(kept) : (kept ?? {});
  const tray = Number.isFinite(given.tray) ? Math.round(given.tray!) : usual.tray;
  return {
    density: densities.find((density) => density === given.density) ?? usual.density,
    tray: Math.min(Math.max(tray, trayWidths.least), trayWidths.most),
    traySort: traySorts.find((sort) => sort === given.traySort) ?? usual.traySort,
  };
}

function parsed(kept: string): Partial<Look> {
  try {
    const value: unknown = JSON.parse(kept);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
