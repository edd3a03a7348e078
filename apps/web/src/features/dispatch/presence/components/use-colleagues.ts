import type { PresentPerson } from '@muster/domain/dispatch/presence/schema';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { Colleagues } from '../../../../lib/kit/colleagues.ts';
import { commandId } from '../../../../lib/api/command.ts';
import { onChange } from '../../../../lib/live/live.ts';
import { presenceQuery, sayPresence, enterBoard, leaveBoard } from '../api.ts';
import { type Changed, markInWords, marksOf, visitsChanged } from '../model/colleague.ts';
import { createPresenceSender } from '../model/presence-sender.ts';

interface Options {
  /** The user here. */
  me: string;
  from: string;
  to: string;
  openVisit: string | undefined;
  bookings: readonly { id: string; visit_id: string }[] | undefined;
}

const nobody: readonly PresentPerson[] = [];
const glowMs = 2_000;

/** Tells colleagues what is looked at here, and what they do themselves. */
export function useColleagues({ me, from, to, openVisit, bookings }: Options) {
  const { data: people } = useQuery(presenceQuery);
  const [tab] = useState(commandId);
  const [sender] = useState(() => createPresenceSender(tab, sayPresence));
  const changed = useChanged(me, bookings);

  const days = useMemo(() => ({ from, to }), [from, to]);
  const look = useEffectEvent(() => sender.look(days, openVisit ?? null));
  useEffect(() => sender.look(days, openVisit ?? null), [sender, days, openVisit]);
  useEffect(() => {
    if (people && !people.some(({ user_id }) => user_id === me)) sender.again();
  }, [sender, people, me]);
  useEffect(() => {
    // A page that is kept by the browser comes back as it was.
    const back = () => {
      enterBoard(tab);
      look();
    };
    enterBoard(tab);
    addEventListener('pageshow', back);
    addEventListener('pagehide', sender.close);
    return () => {
      removeEventListener('pageshow', back);
      removeEventListener('pagehide', sender.close);
      sender.leave();
      leaveBoard();
    };
  }, [sender, tab]);

  const hold = useCallback<Colleagues['hold']>(
    (visit, onRefused) => sender.hold(visit, (name) => onRefused(markInWords('held', name))),
    [sender],
  );
  const colleagues = useMemo<Colleagues>(
    () => ({ marks: marksOf(people ?? nobody, me, changed), hold }),
    [people, me, changed, hold],
  );
  return { colleagues, others: (people ?? nobody).filter(({ user_id }) => user_id !== me) };
}

/** The visits that colleagues changed in the last two seconds. */
function useChanged(me: string, bookings: Options['bookings']): Changed {
  const [changed, setChanged] = useState<Changed>(new Map());
  const ends = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const hear = useEffectEvent((told: Parameters<typeof visitsChanged>[0]) => {
    const visits = visitsChanged(told, me, bookings ?? []);
    if (visits.length === 0) return;
    setChanged((before) => new Map([...before, ...visits.map((visit) => [visit, told.user_id!] as const)]));
    for (const visit of visits) {
      clearTimeout(ends.current.get(visit));
      const end = () => setChanged((before) => new Map([...before].filter(([id]) => id !== visit)));
      ends.current.set(visit, setTimeout(end, glowMs));
    }
  });
  useEffect(() => onChange(({ change }) => hear(change)), []);
  return changed;
}
