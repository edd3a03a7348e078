import { Button, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ChangeList } from '../../../features/basics/changes/components/change-list.tsx';
import { quoteQuery } from '../../../features/money/quotes/api.ts';
import { isGone } from '../../../lib/api/api.ts';
import { EmptyList } from '../../../lib/kit/empty-list.tsx';
import { RowSkeleton } from '../../../lib/kit/row-skeleton.tsx';
import { usePage } from '../../../lib/page/page.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { useBusiness, useWords } from '../work/use-business.ts';
import { DraftQuote } from './draft-quote.tsx';
import { SentQuote } from './sent-quote.tsx';

const route = '/signed-in/account/dispatch/quotes/$id';

export function QuotePage() {
  const { id } = useParams({ from: route });
  const quote = useQuery(quoteQuery(id));
  if (quote.data === undefined && quote.error !== null && isGone(quote.error)) return <Missing />;
  return (
    <Loaded query={quote} what="this quote" skeleton={<RowSkeleton rows={10} height={44} />}>
      {(row) => {
        const shared = {
          quote: row,
          back: <BackToQuotes />,
          renderDetails: (details: ReactNode) => <WithHistory id={id}>{details}</WithHistory>,
        };
        return row.state === 'draft' ? (
          <DraftQuote key={id} {...shared} />
        ) : (
          <SentQuote key={id} {...shared} />
        );
      }}
    </Loaded>
  );
}

/** The way back to the list as it was left. */
function BackToQuotes() {
  const search = useSearch({ from: route });
  return (
    <Link
      to="/quotes"
      search={search}
      className="document-page__back"
      aria-label="All quotes"
      title="All quotes"
    >
      <svg className="m-icon" viewBox="0 0 20 20" aria-hidden>
        <path d="M12 4.5 6.5 10l5.5 5.5" />
      </svg>
    </Link>
  );
}

/** A quote, and beside it what was changed of it and by whom. */
function WithHistory({ id, children }: { id: string; children: ReactNode }) {
  const { today, isPlanner } = useBusiness();
  const words = useWords();
  if (!isPlanner) return children;
  return (
    <Tabs defaultValue="details" keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="details">Details</Tabs.Tab>
        <Tabs.Tab value="history">History</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="details" pt="lg">
        {children}
      </Tabs.Panel>
      <Tabs.Panel value="history" pt="xs">
        <ChangeList
          filters={{ subject: id }}
          words={words}
          today={today}
          empty="No changes since this quote was added."
        />
      </Tabs.Panel>
    </Tabs>
  );
}

function Missing() {
  usePage('Quote not found');
  return (
    <EmptyList
      title="Quote not found"
      text="The link may be incomplete, or the draft was deleted."
      action={<Button renderRoot={(root) => <Link to="/quotes" {...root} />}>See all quotes</Button>}
    />
  );
}
