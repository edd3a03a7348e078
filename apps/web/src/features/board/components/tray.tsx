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
  onFindSlot: (visit: string) => void;
}

/** As many as somebody looks through; the search finds the others. */
const mostShown = 60;

/** What waits to be planned, to be dragged onto the board; and where a visit is put back to. */
export function Tray({
  visits,
  isTarget,
  openVisit,
  onPointerDown,
  onOpen,
  onPickUp,
  onFindSlot,
}: TrayProps) {
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
              aria-keyshortcuts="M F"
              onPointerDown={(event) => onPointerDown(event, row.id)}
              onClick={() => onOpen(row.id)}
              onKeyDown={(event) => {
                if (event.key === 'm') onPickUp(row.id);
                else if (event.key === 'f') onFindSlot(row.id);
                else return;
                event.preventDefault();
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
            <button
              type="button"
              className="tray__find"
              title="Find a slot"
              onClick={() => onFindSlot(row.id)}
            >
              <svg className="m-icon" viewBox="0 0 20 20" aria-hidden>
                <path d="M9 3.500a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM13 13l3.5 3.5M9 6v3.200l2 1.200" />
              </svg>
              <span className="m-hidden">Find a slot for {row.customer}</span>
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
