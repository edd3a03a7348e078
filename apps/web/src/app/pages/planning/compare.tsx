import { Button } from '@mantine/core';
import { deriveBoard } from '@muster/domain/dispatch/board/derive';
import type { LocalDate } from '@muster/domain/values/local-time';
import { type EpochMinutes, minuteAt } from '@muster/domain/values/minutes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { boardQuery } from '../../../features/dispatch/board/api.ts';
import { type Scenario, scenariosQuery, trialBoardQuery } from '../../../features/planning/scenarios/api.ts';
import { BoardChoice } from '../../../features/planning/scenarios/components/compare-bar.tsx';
import { CompareView, useComparison } from '../../../features/planning/scenarios/components/compare-view.tsx';
import { type CompareSearch, LIVE } from '../../../features/planning/scenarios/model/compare-search.ts';
import { firstDay } from '../../../features/planning/scenarios/model/contrasts.ts';
import type { Side } from '../../../features/planning/scenarios/model/two-boards.ts';
import { EmptyList } from '../../../lib/kit/empty-list.tsx';
import { Problem } from '../../../lib/kit/problem.tsx';
import { RowSkeleton } from '../../../lib/kit/row-skeleton.tsx';
import { usePage } from '../../../lib/page/page.ts';
import { type Change, withChange } from '../../../lib/page/search-params.ts';
import { useNow } from '../../../lib/page/use-now.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { useBusiness } from '../work/use-business.ts';

/** Two boards of the same days side by side: the live one and a scenario, or two scenarios. */
export function ComparePage() {
  const search: CompareSearch = useSearch({ from: '/signed-in/account/dispatch/scenarios/compare' });
  const scenarios = useQuery(scenariosQuery);
  usePage('Compare');
  return (
    <Loaded query={scenarios} what="your scenarios" skeleton={<RowSkeleton rows={12} height={44} />}>
      {(rows) => {
        const known = (id: string | undefined) => id === LIVE || rows.some((row) => row.id === id);
        const left = search.left !== undefined && known(search.left) ? search.left : LIVE;
        const right =
          search.right !== undefined && known(search.right) && search.right !== left
            ? search.right
            : rows.find(({ id }) => id !== left)?.id;
        if (right === undefined)
          return (
            <EmptyList
              title="Nothing to compare yet"
              text="Compare a scenario with the live board or with another scenario."
              action={<Link to="/scenarios">Create a scenario</Link>}
            />
          );
        return <Comparing left={left} right={right} scenarios={rows} search={search} />;
      }}
    </Loaded>
  );
}

interface ComparingProps {
  left: string;
  right: string;
  scenarios: readonly Scenario[];
  search: CompareSearch;
}

function Comparing({ left, right, scenarios, search }: ComparingProps) {
  const navigate = useNavigate();
  const { zone, today } = useBusiness();
  const { data: comparison, error, refetch, isPlaceholderData } = useComparison(left, right);
  const isOf = !isPlaceholderData && comparison !== undefined;
  const date = isOf ? firstDay(comparison, search.date, today, zone) : (search.date ?? today);
  const now = minuteAt(useNow());
  const sides = [useSide(left, date, isOf, now), useSide(right, date, isOf, now)] as const;

  function change(wanted: Change<CompareSearch>) {
    void navigate({ to: '.', search: withChange({ ...search, left, right }, wanted), resetScroll: false });
  }

  const heads = ([left, right] as const).map((board, side) => ({
    choice: (
      <BoardChoice
        label={side === 0 ? 'Left board' : 'Right board'}
        value={board}
        scenarios={scenarios}
        taken={side === 0 ? right : left}
        onChange={(value) => change({ [side === 0 ? 'left' : 'right']: value, visit: undefined })}
      />
    ),
    // Another board is another page, which is loaded anew.
    open: (
      <a href={board === LIVE ? `/?date=${date}` : `/scenarios/${board}?date=${date}`}>Open this board</a>
    ),
  }));
  if (error && !comparison)
    return (
      <div className="page">
        <h1>Compare</h1>
        <Problem title="Couldn’t compare the boards" error={error} onRetry={() => void refetch()} />
        <Button renderRoot={(props) => <Link to="/scenarios" {...props} />}>All scenarios</Button>
      </div>
    );
  if (!comparison) return <RowSkeleton rows={12} height={44} />;
  return (
    <CompareView
      {...{ left, right, comparison, search, date, zone, now, heads }}
      sides={sides[0] && sides[1] && [sides[0], sides[1]]}
      onChange={change}
    />
  );
}

/** A board of the day, live or tried. */
function useSide(id: string, date: LocalDate, isWanted: boolean, now: EpochMinutes): Side | undefined {
  const isLive = id === LIVE;
  const live = useQuery({
    ...boardQuery(date, date),
    enabled: isWanted && isLive,
    placeholderData: keepPreviousData,
  });
  const tried = useQuery({
    ...trialBoardQuery(id, date),
    enabled: isWanted && !isLive,
    placeholderData: keepPreviousData,
  });
  const tables = isLive ? live.data?.tables : tried.data;
  return useMemo(
    () => (tables?.from === date ? { tables, board: deriveBoard(tables, now).board } : undefined),
    [tables, date, now],
  );
}
