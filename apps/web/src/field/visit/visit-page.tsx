import { isOver } from '@muster/domain/work/visits/states';
import { Button } from '@muster/ui/button';
import { type ReactNode, useState } from 'react';
import { usePage } from '../../lib/page/page.ts';
import { shortDayWords, timesOf, addressOf, countWords, minutesBetween, minutesWords } from '../day/words.ts';
import { dayOf } from '../day/days.ts';
import type { ShownVisit } from '../day/with-waiting.ts';
import { StateBadge } from '../frame/state-badge.tsx';
import { NotLoaded } from '../frame/not-loaded.tsx';
import { linkTo } from '../router.ts';
import { useZone } from '../state.ts';
import { useNow } from '../../lib/page/use-now.ts';
import { Answered, Recorded } from './recorded.tsx';
import { CheckList } from '../work/check-list.tsx';
import { addFiles, Files, FileTiles } from '../work/files.tsx';
import { Notes } from '../work/notes.tsx';
import { Parts } from '../work/parts.tsx';
import { PickButton } from '../work/pick-button.tsx';
import { Signature } from '../work/signature.tsx';
import { SendQuestion } from '../work/waiting-file.tsx';
import { RefusedCards } from '../waiting/refused-card.tsx';
import { Fold, jumpTo } from '../frame/fold.tsx';
import { Glyph, type GlyphName } from '../frame/glyph.tsx';
import { Here } from './site-pin.tsx';
import { complain } from '../frame/notice.tsx';
import { PromisedWords } from './drive.tsx';
import { QuickLinks } from './quick-links.tsx';
import { moment, shortDay } from '../../lib/format/format.ts';
import { workStateWord } from '../../lib/board/work-states.ts';
import { LateWords, WaitingWords } from './status-words.tsx';
import { InvoicesToShow } from './show-invoice.tsx';
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
        <NotLoaded />
      </>
    );
  if (visit === undefined) return <Gone id={id} />;
  return <OwnVisitPage visit={visit} />;
}

function OwnVisitPage({ visit }: { visit: ShownVisit }) {
  const now = useNow();
  const zone = useZone();
  const [isSigning, setSigning] = useState(false);
  /** A photo that is too large to be sent without being asked about. */
  const [asked, setAsked] = useState<string>();
  // What was finished on a day before is read; its times are paid, and can still be put right.
  const isPast = isOver(visit.state) && dayOf(visit.starts_at, zone) < dayOf(now, zone);
  const isHere = visit.progress === 'on site';
  const signature = (
    <Signature
      visit={visit}
      isOpen={isSigning}
      onOpen={() => setSigning(true)}
      onClose={() => setSigning(false)}
    />
  );
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
        <p className="visit__promise">
          <PromisedWords visit={visit} isWhole />
          {isHere && visit.on_site_at !== null && (
            <strong>On site {minutesWords(minutesBetween(visit.on_site_at, now))}</strong>
          )}
        </p>
        <LateWords visit={visit} />
        <WaitingWords visit={visit} />
      </div>
      <RefusedCards visit={visit.id} />
      {isOver(visit.state) && visit.outcome_reason !== '' && (
        <section className="field-card" aria-label="Result">
          <p className="field-words">{visit.state === 'needs return' ? 'Why a return visit' : 'Why'}</p>
          <p>{visit.outcome_reason}</p>
        </section>
      )}
      <InvoicesToShow visit={visit} />
      <Hazards visit={visit} />
      {/* Whoever is there works through the list; whoever is not has to get there and know what for. */}
      {isHere && <CheckList visit={visit} />}
      {!isHere && <Where visit={visit} />}
      <WhatToDo visit={visit} isFolded={isHere && visit.check_list.length > 0} />
      {isPast ? (
        <>
          <Answered visit={visit} />
          <Recorded records={visit.records} files={visit.files} zone={visit.site.zone} />
        </>
      ) : (
        <>
          {!isHere && <CheckList visit={visit} isFolded />}
          <Files visit={visit} />
          <Notes visit={visit} />
          <Parts visit={visit} />
          {signature}
        </>
      )}
      {isHere && <Where visit={visit} isFolded />}
      <Times visit={visit} />
      <History visit={visit} />
      <div className="field-space" />
      <StepBar
        visit={visit}
        tools={isHere && <Tools visit={visit} onLarge={setAsked} onSign={() => setSigning(true)} />}
        onSignature={() => setSigning(true)}
      />
      {asked !== undefined && <SendQuestion file={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

interface ToolsProps {
  visit: ShownVisit;
  /** A file waits until somebody has said whether it may be sent now. */
  onLarge: (file: string) => void;
  onSign: () => void;
}

/** What is recorded at a visit, each one tap away, wherever on the page somebody is. */
function Tools({ visit, onLarge, onSign }: ToolsProps) {
  /** Whoever took it is elsewhere on the page: what went wrong is told at its top. */
  async function add(chosen: readonly File[]) {
    const { problems, large } = await addFiles(visit, chosen);
    if (problems.length > 0) complain(problems.join(' '));
    // The camera takes one at a time.
    if (large[0] !== undefined) onLarge(large[0]);
  }
  return (
    <section className="tools" aria-label="Record">
      <PickButton accept="image/*" capture="environment" onPick={(chosen) => void add(chosen)}>
        <Glyph name="camera" />
        Photo
      </PickButton>
      {(['note', 'part'] as const).map((what) => (
        <Button key={what} variant="secondary" onClick={() => jumpTo(`${what}s`)}>
          <Glyph name={what} />
          {what === 'note' ? 'Note' : 'Part'}
        </Button>
      ))}
      <Button variant="secondary" onClick={onSign}>
        <Glyph name="pen" />
        Sign
      </Button>
    </section>
  );
}

function Gone({ id }: { id: string }) {
  return (
    <>
      <h1>Not your visit</h1>
      <RefusedCards visit={id} />
      <section className="field-card">
        <p>
          The office cancelled it or gave it to someone else, or it’s too old to show. What you recorded is
          kept.
        </p>
        <a className="m-button m-button--primary is-main" {...linkTo({ page: 'today' })}>
          Back to today
        </a>
      </section>
    </>
  );
}

function Hazards({ visit: { site } }: { visit: ShownVisit }) {
  if (site.hazards === '') return null;
  return (
    <p className="hazard">
      <Glyph name="warning" />
      <span>
        <strong>Hazards:</strong> {site.hazards}
      </span>
    </p>
  );
}

interface PartProps {
  visit: ShownVisit;
  isFolded?: boolean;
}

/** Where it is, whom to ring and how to get in. */
function Where({ visit, isFolded = false }: PartProps) {
  const { site, crew_size } = visit;
  const parts = (
    <>
      <p className="visit__place">{addressOf(site)}</p>
      {visit.is_tentative && <p className="field-words">Not dispatched yet: it may still change.</p>}
      {crew_size > 1 && (
        <p className="field-words">
          Crew of {crew_size}
          {visit.is_lead ? ', and you lead' : ''}
        </p>
      )}
      <QuickLinks visit={visit} isWhole />
      <Here visit={visit} />
      <Fact glyph="door" title="Access" text={site.access_notes} />
    </>
  );
  if (isFolded) return <Fold title="Where and who">{parts}</Fold>;
  return (
    <section className="field-card" aria-label="Where and who">
      {parts}
    </section>
  );
}

/** What to do and to bring, what the office says, and what it has attached. */
function WhatToDo({ visit, isFolded = false }: PartProps) {
  const { description, note } = visit;
  // What an older build kept has none.
  const files = visit.job_files ?? [];
  if (description === '' && note === '' && files.length === 0) return null;
  const parts = (
    <>
      <Fact glyph="note" title="What to do and bring" text={description} />
      <Fact glyph="message" title={noteTitle(visit)} text={note} />
      {files.length > 0 && (
        <section aria-label="Files of the job">
          <h2>Files of the job</h2>
          <FileTiles files={files} />
        </section>
      )}
    </>
  );
  if (isFolded)
    return (
      <Fold title="What to do" fresh={`${note} ${files.length}`}>
        {parts}
      </Fold>
    );
  return (
    <section className="field-card" aria-label="What to do">
      {parts}
    </section>
  );
}

function Fact({ glyph, title, text }: { glyph: GlyphName; title: string; text: string }): ReactNode {
  if (text === '') return null;
  return (
    <div className="fact">
      <Glyph name={glyph} />
      <div>
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
    </div>
  );
}

/** "From Dana Lee, 17 Nov, 9:12 am"; what an older build kept does not say who. */
function noteTitle({ note_by, note_at, site }: ShownVisit): string {
  if (!note_by || !note_at) return 'From the office';
  return `From ${note_by}, ${moment(note_at, site.zone)}`;
}

/** What was done at this site before: on request, the latest first. */
function History({ visit: { id: visit, before, site } }: { visit: ShownVisit }) {
  if (before.length === 0) return null;
  return (
    <Fold title={`Here before: ${countWords(before.length, 'visit')}`}>
      <ul className="history">
        {before.map(({ id, number, at, description, outcome, outcome_reason, notes }) => (
          <li key={id}>
            <strong>
              {shortDay(new Date(at), true, site.zone)} · {number}
            </strong>
            {description !== '' && <p>{description}</p>}
            {outcome !== null && (
              <p className="field-words">
                {workStateWord(outcome as 'completed')}
                {outcome_reason !== '' && `: ${outcome_reason}`}
              </p>
            )}
            {[...new Set(notes)].map((text) => (
              <p key={text} className="history__note">
                {text}
              </p>
            ))}
            <a className="history__open" {...linkTo({ page: 'before', id: visit, earlier: id })}>
              Notes and photos of {number} <Glyph name="next" />
            </a>
          </li>
        ))}
      </ul>
    </Fold>
  );
}
