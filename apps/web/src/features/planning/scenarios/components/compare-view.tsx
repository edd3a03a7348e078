import { Button, SegmentedControl } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { dateInWords } from '@muster/domain/values/clock-words';
import { datesBetween, type LocalDate } from '@muster/domain/values/local-time';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { EmptyList } from '../../../../lib/kit/empty-list.tsx';
import { RowSkeleton } from '../../../../lib/kit/row-skeleton.tsx';
import { createPointed, usePointed } from '../../../../lib/board/pointed-visits.ts';
import type { Change } from '../../../../lib/page/search-params.ts';
import { type Comparison, comparisonQuery } from '../api.ts';
import { type CompareSearch, LIVE } from '../model/compare-search.ts';
import {
  contrastsOn,
  standingIn,
  contrastInWords,
  nameInWords,
  namesIn,
  placeOnBoard,
  turnedRound,
} from '../model/contrasts.ts';
import { comparedRows, dayOn, sharedHours, type Side } from '../model/two-boards.ts';
import { CompareBar } from './compare-bar.tsx';
import { CompareBoards } from './compare-boards.tsx';
import { CompareFigures } from './compare-figures.tsx';
import { awayInWords } from '../model/words.ts';
import './compare-list.css';
import './compare.css';

interface CompareViewProps {
  /** The ids of the boards. */
  left: string;
  right: string;
  /** Over all days that both have. */
  comparison: Comparison;
  search: CompareSearch;
  date: LocalDate;
  zone: string;
  now: number;
  /** The boards of the day; nothing while they are on their way. */
  sides: readonly [Side, Side] | undefined;
  /** For each side: which board it is, and the way to it. */
  heads: readonly { choice: ReactNode; open: ReactNode }[];
  onChange: (change: Change<CompareSearch>) => void;
}

const zoomStep = 1.5;

/** Two boards of one day side by side; on a phone one at a time. */
export function CompareView(props: CompareViewProps) {
  const { left, right, comparison, search, date, zone, sides, heads, onChange } = props;
  const [zoom, setZoom] = useState(0);
  const [isWhole, setWhole] = useState(false);
  const [shown, setShown] = useState<0 | 1>(1);
  const isPhone = useMediaQuery('(width < 900px)', false, { getInitialValueInEffect: false });
  const root = useRef<HTMLDivElement>(null);
  const [pointed] = useState(createPointed);
  usePointed(root, pointed);
  const { data: ofDay } = useComparison(left, right, date);
  const figures = isWhole ? comparison : ofDay;
  const days = useMemo(
    () =>
      datesBetween(comparison.from as LocalDate, comparison.to as LocalDate).map((day) => {
        const { visits, absences } = contrastsOn(comparison, day, zone);
        return { date: day, count: visits.length + absences.length };
      }),
    [comparison, zone],
  );
  const onDay = useMemo(() => contrastsOn(comparison, date, zone), [comparison, date, zone]);
  const all = useMemo(
    () => sides && comparedRows(sides, date, standingIn(comparison.visits)),
    [sides, date, comparison.visits],
  );
  const rows = useMemo(() => (search.only ? all?.filter(({ differs }) => differs) : all), [all, search.only]);
  const day = sides && dayOn(sides[0], date);
  const hours = useMemo(() => all && day && sharedHours(all, day), [all, day]);
  const next = days.find((one) => one.count > 0 && one.date > date) ?? days.find(({ count }) => count > 0);
  const names = comparison.boards.map(({ name }) => name);
  const card = (side: 0 | 1) => (
    <CompareFigures
      key={side}
      name={names[side]!}
      {...heads[side]!}
      own={figures?.boards[side]}
      other={figures?.boards[1 - side]}
    />
  );
  const scope = days.length > 1 && (
    <div key="scope" className="compare__scope">
      <SegmentedControl
        size="xs"
        aria-label="Figures for"
        data={[
          { value: 'day', label: 'This day' },
          { value: 'all', label: `All ${days.length} days` },
        ]}
        value={isWhole ? 'all' : 'day'}
        onChange={(value) => setWhole(value === 'all')}
      />
      Figures from now on
    </div>
  );
  return (
    <div className="compare" data-fills ref={root}>
      <CompareBar
        days={days}
        date={date}
        onDate={(day) => onChange({ date: day, visit: undefined })}
        isOnly={search.only === true}
        onOnly={(isOnly) => onChange({ only: isOnly || undefined })}
        zoom={zoom}
        onZoom={setZoom}
        onSwap={() => onChange({ left: right, right: left })}
      />
      {isPhone && (
        <div className="compare__switch">
          <SegmentedControl
            fullWidth
            aria-label="Board"
            data={names.map((label, side) => ({ value: String(side), label }))}
            value={String(shown)}
            onChange={(value) => setShown(value === '0' ? 0 : 1)}
          />
        </div>
      )}
      <div className="compare__figures" data-one={isPhone || undefined}>
        {isPhone ? card(shown) : [card(0), scope || <span key="scope" />, card(1)]}
      </div>
      {rows && hours ? (
        <CompareBoards
          rows={rows}
          hours={hours}
          zone={zone}
          now={props.now}
          zoom={zoomStep ** zoom}
          only={isPhone ? shown : undefined}
          label={`Both boards on ${dateInWords(date)}. The list below describes the differences.`}
          selected={search.visit}
          onSelect={(visit) => onChange({ visit: visit === search.visit ? undefined : visit })}
          empty={
            <EmptyList
              title={all?.length === 0 ? 'No technicians to schedule' : 'No differences'}
              text={`Both boards are the same on ${dateInWords(date)}.`}
              action={
                search.only && <Button onClick={() => onChange({ only: undefined })}>Show everyone</Button>
              }
            />
          }
        />
      ) : (
        <RowSkeleton rows={10} height={44} />
      )}
      <CompareList
        comparison={comparison}
        {...onDay}
        day={dateInWords(date)}
        zone={zone}
        selected={search.visit}
        onJump={(visit) => onChange({ visit })}
        next={
          next && (
            <Button size="compact-xs" variant="light" onClick={() => onChange({ date: next.date })}>
              Show {dateInWords(next.date)}
            </Button>
          )
        }
      />
    </div>
  );
}

interface CompareListProps {
  comparison: Comparison;
  visits: Comparison['visits'];
  absences: Comparison['absences'];
  /** "Tue 17 Nov" */
  day: string;
  zone: string;
  selected: string | undefined;
  onJump: (visit: string) => void;
  /** Where nothing differs: the way to a day on which something does. */
  next: ReactNode;
}

/** All that differs on a day, in words; each line leads to its place on the boards. */
function CompareList(props: CompareListProps) {
  const { comparison, visits, absences, day, zone, selected } = props;
  const { boards } = comparison;
  const names = namesIn(comparison);
  const people = onlyOnOne(comparison);
  const count = visits.length + absences.length;
  return (
    <section className="compare-list" aria-label="Differences">
      <header>
        <h2>
          {count === 0
            ? `No differences on ${day}`
            : `${count} ${count === 1 ? 'difference' : 'differences'} on ${day}`}
        </h2>
        {people.map(({ id, name, board }) => (
          <p key={id}>
            {name} is only on {nameInWords(boards[board])}
          </p>
        ))}
        {count === 0 && props.next}
        <ul className="compare-list__legend" aria-label="Legend">
          <li data-standing="moved">Moved</li>
          <li data-standing="only">Only on this board</li>
          <li data-standing="same">The same on both</li>
        </ul>
      </header>
      {count > 0 && (
        <div className="compare-list__rows">
          <table>
            <thead>
              <tr>
                <th scope="col">What</th>
                <th scope="col">{boards[0]!.name}</th>
                <th scope="col">{boards[1]!.name}</th>
                <th scope="col">Difference</th>
              </tr>
            </thead>
            <tbody>
              {absences.map(({ board, absence }) => (
                <tr key={absence.id}>
                  <th scope="row">Absence</th>
                  <td>{board === 0 ? awayInWords(absence, names, zone) : 'None'}</td>
                  <td>{board === 1 ? awayInWords(absence, names, zone) : 'None'}</td>
                  <td>{board === 1 ? 'Added' : 'Removed'}</td>
                </tr>
              ))}
              {visits.map(({ visit_id, number, customer, places }) => (
                <tr
                  key={visit_id}
                  data-visit={visit_id}
                  data-standing={places.includes(null) ? 'only' : 'moved'}
                  data-selected={selected === visit_id || undefined}
                >
                  <th scope="row">
                    <button
                      type="button"
                      aria-pressed={selected === visit_id}
                      title="Show on both boards"
                      onClick={() => props.onJump(visit_id)}
                    >
                      {customer} <span>{number}</span>
                    </button>
                  </th>
                  <td data-board={boards[0]!.name}>{placeOnBoard(places[0]!, names, zone)}</td>
                  <td data-board={boards[1]!.name}>{placeOnBoard(places[1]!, names, zone)}</td>
                  <td>{contrastInWords(places, boards, names)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

/** Whoever can be scheduled on one of the boards alone. */
function onlyOnOne({ boards }: Comparison): { id: string; name: string; board: number }[] {
  return boards.flatMap(({ technicians }, board) => {
    const others = new Set(boards[1 - board]!.technicians.map(({ id }) => id));
    return technicians.filter(({ id }) => !others.has(id)).map(({ id, name }) => ({ id, name, board }));
  });
}

/** Two boards compared, the left one first. It is the server that reckons, from the side of a scenario. */
export function useComparison(left: string, right: string, date?: string) {
  const isTurned = right === LIVE;
  const [own, other] = isTurned ? [left, right] : [right, left];
  const { data, ...rest } = useQuery({
    ...comparisonQuery(own, other === LIVE ? undefined : other, date),
    placeholderData: keepPreviousData,
  });
  const comparison = useMemo(() => (data && isTurned ? turnedRound(data) : data), [data, isTurned]);
  return { ...rest, data: comparison };
}
