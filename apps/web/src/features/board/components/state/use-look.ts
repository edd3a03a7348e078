import { useLocalStorage } from '@mantine/hooks';

/** How somebody likes the board; kept by their browser. */
export interface Look {
  readonly density: 'comfortable' | 'compact';
  /** Whose colour is at the left edge of a visit. */
  readonly edge: 'technician' | 'type';
  /** How wide the tray is. */
  readonly tray: number;
}

const usual: Look = { density: 'comfortable', edge: 'technician', tray: 280 };
export const trayWidths = { least: 220, most: 480 };

/** Of a visit in a week. */
export const chipHeights: Record<Look['density'], number> = { comfortable: 22, compact: 19 };
export const rowHeights: Record<Look['density'], number> = { comfortable: 56, compact: 40 };

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
    density: given.density === 'compact' ? 'compact' : usual.density,
    edge: given.edge === 'type' ? 'type' : usual.edge,
    tray: Math.min(Math.max(tray, trayWidths.least), trayWidths.most),
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
