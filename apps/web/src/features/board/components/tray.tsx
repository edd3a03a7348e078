import { TextInput } from '@mantine/core';
import type { BoardVisit } from '@muster/domain/scheduling/board/prepared';
import { useState } from 'react';
import { holds } from '../model/meant.ts';

interface TrayProps {
  visits: readonly BoardVisit[];
  /** While somebody holds a visit that would be put back here. */
  isTarget: boolean;
  openVisit: string | undefined;
  onPointerDown: (event: React.PointerEvent, visit: string) => void;
  onOpen: (visit: string) => void;
  onPickUp: (visit: string) => void;
}

/** As many as somebody looks through; the search finds the others. */
const mostShown = 60;

/** What waits to be planned, to be dragged onto the board; and where a visit is put back to. */
export function Tray({ visits, isTarget, openVisit, onPointerDown, onOpen, onPickUp }: TrayProps) {
  const [typed, setTyped] = useState('');
  const found = visits.filter(({ row }) =>
    holds(`${row.number} ${row.customer} ${row.site.suburb} ${row.priority} ${row.skills.join(' ')}`, typed),
  );
  return (
    <>
      <TextInput
        aria-label="Search unscheduled visits"
        placeholder="Search"
        size="xs"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {isTarget && <p className="tray__drop">Drop here to take it off the board</p>}
      {visits.length === 0 && <p className="tray__empty">Everything is planned.</p>}
      {visits.length > 0 && found.length === 0 && (
        <p className="tray__empty">Nothing waits that is called so.</p>
      )}
      <ul>
        {found.slice(0, mostShown).map(({ row }) => (
          <li key={row.id}>
            <button
              type="button"
              className="tray__visit"
              data-visit={row.id}
              data-priority={row.priority}
              data-open={openVisit === row.id || undefined}
              aria-keyshortcuts="M"
              onPointerDown={(event) => onPointerDown(event, row.id)}
              onClick={() => onOpen(row.id)}
              onKeyDown={(event) => {
                if (event.key !== 'm' && event.key !== 'M') return;
                event.preventDefault();
                onPickUp(row.id);
              }}
            >
              <b>{row.customer}</b>
              <span>
                {row.number} · {row.site.suburb} · {row.duration} min
              </span>
              <span className="tray__facts">
                <em data-priority={row.priority}>{row.priority}</em>
                {[
                  row.window && `${row.window.from}–${row.window.to}`,
                  row.crewSize > 1 && `crew of ${row.crewSize}`,
                  row.skills.join(', '),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {found.length > mostShown && (
        <p className="tray__empty">And {found.length - mostShown} more. Search to find them.</p>
      )}
    </>
  );
}
