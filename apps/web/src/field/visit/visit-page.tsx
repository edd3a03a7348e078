import { isOver } from '@muster/domain/visits/states';
import { usePage } from '../../lib/page.ts';
import { shortDayWords, timesOf } from '../day/words.ts';
import { dayOf } from '../day/days.ts';
import type { ShownVisit } from '../day/with-waiting.ts';
import { StateBadge } from '../frame/state-badge.tsx';
import { Unread } from '../frame/unread.tsx';
import { linkTo } from '../place.ts';
import { CheckList } from '../work/check-list.tsx';
import { Files } from '../work/files.tsx';
import { Notes } from '../work/notes.tsx';
import { Parts } from '../work/parts.tsx';
import { Signature } from '../work/signature.tsx';
import { RefusedCards } from '../waiting/refused-card.tsx';
import { Facts } from './facts.tsx';
import { History } from './history.tsx';
import { LateWords, WaitingWords } from './small-words.tsx';
import { StepBar } from './step-bar.tsx';
import { Times } from './times.tsx';
import './visit.css';

interface VisitPageProps {
  id: string;
  visits: readonly ShownVisit[] | undefined;
}

/** All that somebody needs at a visit, and all that they record there. */
export function VisitPage({ id, visits }: VisitPageProps) {
  const visit = visits?.find((one) => one.id === id);
  usePage(visit?.customer.name ?? (visits && 'Not your visit'));
  if (visits === undefined)
    return (
      <>
        <h1 className="m-hidden">Visit</h1>
        <Unread />
      </>
    );
  if (visit === undefined) return <Gone id={id} />;
  return (
    <>
      <div className="field__title">
        <div className="visit__top">
          <StateBadge state={visit.state} />
          <span className="field-words">{visit.number}</span>
        </div>
        <h1>{visit.customer.name}</h1>
        <p className="visit__time">
          {shortDayWords(dayOf(visit.starts_at, visit.site.zone))}, {timesOf(visit)}
        </p>
        <LateWords visit={visit} />
        <WaitingWords visit={visit} />
      </div>
      <RefusedCards visit={id} />
      {isOver(visit.state) && visit.outcome_reason !== '' && (
        <section className="field-card" aria-label="How it went">
          <p className="field-words">{visit.state === 'needs return' ? 'Why a return visit' : 'Why'}</p>
          <p>{visit.outcome_reason}</p>
        </section>
      )}
      <Facts visit={visit} />
      <CheckList visit={visit} />
      <Files visit={visit} />
      <Notes visit={visit} />
      <Parts visit={visit} />
      <Signature visit={visit} />
      <Times visit={visit} />
      <History visit={visit} />
      <div className="field-space" />
      <StepBar visit={visit} />
    </>
  );
}

function Gone({ id }: { id: string }) {
  return (
    <>
      <h1>Not your visit</h1>
      <RefusedCards visit={id} />
      <section className="field-card">
        <p>
          The office cancelled this visit, gave it to somebody else, or it is too long ago. What you recorded
          there is kept.
        </p>
        <a className="m-button m-button--primary is-main" {...linkTo({ page: 'today' })}>
          Back to today
        </a>
      </section>
    </>
  );
}
