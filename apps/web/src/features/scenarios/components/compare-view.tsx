import { Button, SegmentedControl } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { dateInWords } from '@muster/domain/values/clock-words';
import { datesBetween, type LocalDate } from '@muster/domain/values/local-time';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { EmptyList } from '../../../lib/kit/empty-list.tsx';
import { RowSkeleton } from '../../../lib/kit/row-skeleton.tsx';
import { createPointed, usePointed } from '../../../lib/pointed.ts';
import type { Change } from '../../../lib/search-params.ts';
import type { Comparison } from '../api.ts';
import type { CompareSearch } from '../model/compare-search.ts';
import { contrastsOn, standingIn } from '../model/contrasts.ts';
import { comparedRows, dayOn, sharedHours, type Side } from '../model/two-boards.ts';
import { CompareBar } from './compare-bar.tsx';
import { CompareBoards } from './compare-boards.tsx';
import { CompareFigures } from './compare-figures.tsx';
import { CompareList } from './compare-list.tsx';
import { useComparison } from './use-comparison.ts';
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
        aria-label="Figures of"
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
          label={`Both boards on ${dateInWords(date)}. The list below has what differs in words.`}
          selected={search.visit}
          onSelect={(visit) => onChange({ visit: visit === search.visit ? undefined : visit })}
          empty={
            <EmptyList
              title={all?.length === 0 ? 'Nobody can be scheduled' : 'Nobody’s day differs'}
              text={`On ${dateInWords(date)} both boards have the same.`}
              action={
                search.only && <Button onClick={() => onChange({ only: undefined })}>Show everybody</Button>
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
