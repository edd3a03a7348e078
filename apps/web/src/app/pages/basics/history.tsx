import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useRouteContext, useSearch } from '@tanstack/react-router';
import { historyQuery } from '../../../features/basics/changes/api.ts';
import { ChangeList } from '../../../features/basics/changes/components/change-list.tsx';
import { HistoryFilters } from '../../../features/basics/changes/components/history-filters.tsx';
import { asQuery } from '../../../features/basics/changes/model/history-search.ts';
import { usePage } from '../../../lib/page/page.ts';
import { withChange } from '../../../lib/page/search-params.ts';
import { useBusiness, useWords } from '../work/use-business.ts';
import './history.css';

export function HistoryPage() {
  const search = useSearch({ from: '/signed-in/account/dispatch/history' });
  const navigate = useNavigate();
  const words = useWords();
  const { today } = useBusiness();
  const people = usePeople();
  usePage('History');
  return (
    <div className="page history">
      <h1>History</h1>
      <HistoryFilters
        search={search}
        people={people}
        onChange={(change) =>
          void navigate({
            to: '/history',
            search: withChange(search, change),
            replace: true,
            resetScroll: false,
          })
        }
      />
      <ChangeList
        filters={asQuery(search, words.zone)}
        words={words}
        today={today}
        empty="Every change in your business shows up here, with who made it and a way to undo it."
      />
    </div>
  );
}

/** Who may have changed something: this person, and whoever did so lately. */
function usePeople(): { id: string; name: string }[] {
  const { user } = useRouteContext({ from: '/signed-in' }).session;
  const latest = useInfiniteQuery(historyQuery({})).data?.pages.flatMap(({ rows }) => rows) ?? [];
  const people = new Map([[user.id, `${user.first_name} ${user.last_name}`]]);
  for (const { by } of latest) if (by.user_id !== null) people.set(by.user_id, by.name);
  return [...people].map(([id, name]) => ({ id, name }));
}
