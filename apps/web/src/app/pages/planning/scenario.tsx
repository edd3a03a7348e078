import { nearestDay } from '@muster/domain/planning/scenarios/rules';
import type { LocalDate } from '@muster/domain/values/local-time';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { boardQuery } from '../../../features/dispatch/board/api.ts';
import { differencesQuery, type Scenario, scenariosQuery } from '../../../features/planning/scenarios/api.ts';
import { ScenarioBand } from '../../../features/planning/scenarios/components/scenario-band.tsx';
import { placeInWords } from '../../../features/planning/scenarios/model/words.ts';
import type { Colleagues, Mark } from '../../../lib/kit/colleagues.ts';
import { EmptyList } from '../../../lib/kit/empty-list.tsx';
import { RowSkeleton } from '../../../lib/kit/row-skeleton.tsx';
import { usePage } from '../../../lib/page/page.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { BoardPage } from '../dispatch/board.tsx';
import { useBusiness } from '../work/use-business.ts';

/** The board of a scenario: everything works on it, and nothing of it is real. */
export function ScenarioPage() {
  const { id } = useParams({ from: '/signed-in/account/dispatch/scenarios/$id' });
  const scenarios = useQuery(scenariosQuery);
  usePage('Scenario');
  return (
    <Loaded query={scenarios} what="the scenario" skeleton={<RowSkeleton rows={12} height={56} />}>
      {(rows) => {
        const scenario = rows.find((row) => row.id === id);
        if (scenario) return <TrialBoard scenario={scenario} others={rows.filter((row) => row.id !== id)} />;
        return (
          <EmptyList
            title="This scenario was discarded"
            text="The live board hasn’t changed."
            action={<Link to="/scenarios">All scenarios</Link>}
          />
        );
      }}
    </Loaded>
  );
}

function TrialBoard({ scenario, others }: { scenario: Scenario; others: readonly Scenario[] }) {
  const { zone, today, isOwner } = useBusiness();
  const search = useSearch({ from: '/signed-in/account/dispatch/scenarios/$id' });
  const [isMarking, setMarking] = useState(true);
  const [from, to] = [scenario.from_date as LocalDate, scenario.to_date as LocalDate];
  const date = nearestDay(search.date ?? today, { from, to });
  const { data: differences } = useQuery(differencesQuery(scenario.id));
  const { data: first } = useQuery(boardQuery(from, from));
  const differ = useMemo(() => differences?.visits.filter(({ is_done }) => !is_done) ?? [], [differences]);
  const away = differences?.absences.filter(({ is_done }) => !is_done) ?? [];
  const colleagues = useMemo<Colleagues>(() => {
    const marks = differ.map(({ visit_id, live }): [string, Mark] => {
      const words = `On the live board: ${placeInWords(live, differences?.names ?? {}, zone)}`;
      return [visit_id, { kind: 'open', colour: 'blue', initials: '≠', words }];
    });
    return { marks: new Map(isMarking ? marks : []), hold: () => () => {} };
  }, [differ, differences, isMarking, zone]);
  return (
    <BoardPage
      trial={{ from, to, colleagues }}
      note={
        <ScenarioBand
          scenario={scenario}
          others={others}
          zone={zone}
          date={date}
          technicians={first?.tables.technicians ?? []}
          differences={differ.length + away.length}
          isMarking={isMarking}
          onMarking={setMarking}
          licences={isOwner ? <Link to="/licences">Add licences</Link> : 'Ask the owner for more.'}
          onLeave={() => location.assign(`/?date=${date}`)}
          onDiscarded={() => location.assign('/scenarios')}
        />
      }
    />
  );
}
