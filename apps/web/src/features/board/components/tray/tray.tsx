import { CloseButton, TextInput } from '@mantine/core';
import type { BoardVisit } from '@muster/domain/scheduling/board/prepared';
import { dateInWords, lengthInWords } from '@muster/domain/values/clock-words';
import { useState } from 'react';
import { clockWords } from '../../../../lib/clock.ts';
import { ColleagueBadge } from '../../../../lib/kit/colleague-badge.tsx';
import { markColour, useMarks } from '../../../../lib/kit/colleagues.ts';
import { holds } from '../../model/meant.ts';
import type { Doubt } from '../../model/pending.ts';
import type { Refusal } from '../state/use-board.ts';

interface TrayProps {
  visits: readonly BoardVisit[];
  /** While somebody holds a visit that would be put back here. */
  isTarget: boolean;
  openVisit: string | undefined;
  refusals: ReadonlyMap<string, Refusal>;
  inDoubt: ReadonlyMap<string, Doubt>;
  onDismiss: (visit: string) => void;
  onPointerDown: (event: React.PointerEvent, visit: string) => void;
  onOpen: (visit: string) => void;
  onPickUp: (visit: string) => void;
  onFindSlot: (visit: string) => void;
}

/** As many as somebody looks through; the search finds the others. */
const mostShown = 30;

/** What waits to be planned, to be dragged onto the board; and where a visit is put back to. */
export function Tray({ visits, isTarget, ...rest }: TrayProps) {
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
        {found.slice(0, mostShown).map((visit) => (
          <Card key={visit.row.id} visit={visit} {...rest} />
        ))}
      </ul>
      {found.length > mostShown && (
        <p className="tray__empty">And {found.length - mostShown} more. Search to find them.</p>
      )}
    </>
  );
}

function Card({ visit: { row }, ...props }: Omit<TrayProps, 'visits' | 'isTarget'> & { visit: BoardVisit }) {
  const refusal = props.refusals.get(row.id);
  const doubt = props.inDoubt.get(row.id);
  const mark = useMarks().get(row.id);
  return (
    <li>
      <button
        type="button"
        className="tray__visit"
        data-visit={row.id}
        data-priority={row.priority}
        data-open={props.openVisit === row.id || undefined}
        data-doubt={doubt}
        data-mark={mark?.kind}
        style={markColour(mark)}
        aria-keyshortcuts="M F"
        title={`${row.number} ${row.customer}, ${row.site.suburb}: ${factsOf(row)}`}
        onPointerDown={(event) => props.onPointerDown(event, row.id)}
        onClick={() => props.onOpen(row.id)}
        onKeyDown={(event) => {
          if (event.key === 'm') props.onPickUp(row.id);
          else if (event.key === 'f') props.onFindSlot(row.id);
          else return;
          event.preventDefault();
        }}
      >
        <b>{row.customer}</b>
        <span>
          {row.site.suburb} · {lengthInWords(row.duration)}
        </span>
        <span className="tray__facts">
          <em data-priority={row.priority}>{row.priority}</em>
          {doubt === 'waiting' ? 'waiting' : factsOf(row)}
        </span>
        <ColleagueBadge mark={mark} isTold />
      </button>
      <div className="tray__acts">
        <button
          type="button"
          title="Place it with a click"
          aria-label={`Place ${row.customer} with a click`}
          onClick={() => props.onPickUp(row.id)}
        />
        <button
          type="button"
          title="Find a slot"
          aria-label={`Find a slot for ${row.customer}`}
          onClick={() => props.onFindSlot(row.id)}
        />
      </div>
      {refusal && (
        <p className="tray__refused">
          {refusal.text}
          <CloseButton size="md" aria-label="Dismiss" onClick={() => props.onDismiss(row.id)} />
        </p>
      )}
    </li>
  );
}

/** When it has to be, and what it needs. */
function factsOf({ window, date, dueBy, crewSize, skills }: BoardVisit['row']): string {
  return [
    date && dateInWords(date),
    window && `${shortTime(window.from)}–${shortTime(window.to)}`,
    !date && dueBy && `due ${dateInWords(dueBy)}`,
    crewSize > 1 && `crew of ${crewSize}`,
    skills.join(', '),
  ]
    .filter(Boolean)
    .join(' · ');
}

function shortTime(time: string): string {
  return clockWords(time).replace(':00', '');
}
