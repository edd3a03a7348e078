import type { Board } from '@muster/domain/scheduling/board/prepared';
import { type RefObject, useState } from 'react';
import { TextInput } from '@mantine/core';
import { wordsOf } from '@muster/domain/values/words';
import { waiting } from '../model/waiting.ts';

interface TrayProps {
  board: Board;
  trayRef: RefObject<HTMLElement | null>;
  isTarget: boolean;
  /** While something else has its place. */
  isHidden: boolean;
  openVisit: string | undefined;
  onPointerDown: (event: React.PointerEvent, visit: string) => void;
  onOpen: (visit: string) => void;
  onPickUp: (visit: string) => void;
}

/** As many as somebody looks through; the search finds the others. */
const mostShown = 60;

/** What waits to be planned, to be dragged onto the board; and where a visit is put back to. */
export function Tray({
  board,
  trayRef,
  isTarget,
  isHidden,
  openVisit,
  onPointerDown,
  onOpen,
  onPickUp,
}: TrayProps) {
  const [typed, setTyped] = useState('');
  const all = waiting(board);
  const words = wordsOf(typed);
  const found = all.filter(({ row }) => {
    const own = wordsOf(`${row.number} ${row.customer} ${row.site.suburb} ${row.priority}`);
    return words.every((word) => own.some((one) => one.startsWith(word)));
  });
  return (
    <aside
      className="tray"
      ref={trayRef}
      data-target={isTarget || undefined}
      hidden={isHidden}
      aria-label="Unscheduled visits"
    >
      <h2>
        Unscheduled <span>{all.length}</span>
      </h2>
      <TextInput
        aria-label="Search unscheduled visits"
        placeholder="Search"
        size="xs"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {isTarget && <p className="tray__drop">Drop here to take it off the board</p>}
      {all.length === 0 && <p className="tray__empty">Everything is planned.</p>}
      {all.length > 0 && found.length === 0 && (
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
                {row.window && (
                  <>
                    {row.window.from}–{row.window.to}
                  </>
                )}
                {row.skills.length > 0 && ` ${row.skills.join(', ')}`}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {found.length > mostShown && (
        <p className="tray__empty">And {found.length - mostShown} more. Search to find them.</p>
      )}
    </aside>
  );
}
