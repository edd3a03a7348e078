import { standing } from '@muster/domain/field/field-records/rules';
import { minuteAt } from '@muster/domain/values/minutes';
import { listInWords } from '@muster/domain/values/words';
import { dialled, toRing } from '@muster/domain/work/contacts/rules';
import { Button } from '@muster/ui/button';
import { type ReactNode, useEffect, useState } from 'react';
import { Field } from '@muster/ui/field';
import { useNow } from '../../lib/page/use-now.ts';
import { dayOf, isBehind, isUnderWay } from '../day/days.ts';
import { minutesBetween, minutesWords, shortDayWords, timesOf } from '../day/words.ts';
import { type ShownVisit, withWaiting } from '../day/with-waiting.ts';
import { Glyph } from '../frame/glyph.tsx';
import { keepAt, attempt, say } from '../frame/notice.tsx';
import { useOneTap } from '../frame/one-tap.ts';
import { useField, useZone } from '../state.ts';
import { goTo, linkTo } from '../router.ts';
import { Sheet } from '../frame/sheet.tsx';
import { type FinishAsk, FinishSheet, useIsReady } from './finish-sheet.tsx';
import { useDraft } from '../day/drafts.ts';
import type { Deed } from '../outbox/store.ts';
import { takeBack } from '../outbox/take-back.ts';
import { Choices } from './choices.tsx';
import { lateNews, lateOf, nextStep, openItemsWords, stepWords } from './steps.ts';

const SETTLING_MS = 700;

interface StepBarProps {
  visit: ShownVisit;
  /** The one that was left just now: what was tapped there can still be taken back. */
  before?: ShownVisit | undefined;
  isToday?: boolean;
  /** What is recorded there, above the step. */
  tools?: ReactNode;
  /** Goes on with a signature that was begun. */
  onSignature?: () => void;
}

/** The next step of a visit, under the thumb. On the page of today it says which visit it is about. */
export function StepBar({ visit, before, isToday = false, tools, onSignature }: StepBarProps) {
  const [open, setOpen] = useState<'ahead' | 'other' | 'late' | FinishAsk>();
  const { isBusy: isKeeping, once } = useOneTap();
  const isBusy = useSettling() || isKeeping;
  const isReady = useIsReady(visit);
  const now = useNow();
  const zone = useZone();
  const step = nextStep(visit);
  const late = lateOf(visit);
  const other = useUnderWay(visit.id);
  if (step === undefined)
    return (
      <div className="field-bar">
        <UndoTap visit={visit} />
        <a className="m-button m-button--secondary is-main" {...linkTo({ page: 'today' })}>
          Back to today
        </a>
      </div>
    );
  const isHere = step === 'done' || step === 'leave';
  // A promise to the customer of another day is no slip of the thumb.
  const isAhead = dayOf(visit.starts_at, zone) > dayOf(now, zone);
  // The day is over: most likely it was done, and nobody tapped.
  const isLeft = visit.is_lead && isBehind(visit, now, zone);
  const tell = (progress: 'en route' | 'on site' | 'done') =>
    once(async () => {
      const said = step === 'leave' ? 'You left' : stepWords[progress];
      if (!(await keepAt(visit, said, { kind: 'progress', progress, at: new Date().toISOString() }))) return;
      setOpen(undefined);
      // Whoever has arrived works there.
      if (isToday && progress === 'on site') goTo({ page: 'visit', id: visit.id });
      // What comes first is another thing then.
      else scrollTo(0, 0);
    });
  const ask = (wanted: 'en route' | 'on site') => {
    if (other) setOpen('other');
    else if (wanted === 'en route' && isAhead) setOpen('ahead');
    else void tell(wanted);
  };
  return (
    <section className="field-bar" aria-label={`Next at ${visit.customer.name}`}>
      <UndoTap visit={before ?? visit} />
      <TellLate visit={visit} />
      {(isToday || (isHere && !tools)) && (
        <p className="field-bar__words">
          <strong>{visit.customer.name}</strong>
          {isHere && visit.on_site_at !== null && (
            <span>On site {minutesWords(minutesBetween(visit.on_site_at, now))}</span>
          )}
        </p>
      )}
      {tools}
      <div className="field-bar__row">
        {step === 'done' && (
          <>
            <Button
              className="is-main is-late"
              variant="secondary"
              busy={isBusy}
              onClick={() => setOpen('not done')}
            >
              Not finished
            </Button>
            <Button
              className="is-main"
              busy={isBusy}
              // What has to be answered is asked; and so is what was typed and belongs to it.
              onClick={() => (isReady ? void tell('done') : setOpen('done'))}
            >
              {stepWords.done}
            </Button>
          </>
        )}
        {step === 'leave' && (
          <>
            <p className="field-words">The crew lead finishes the visit. Leaving earlier? Say so.</p>
            <Button className="is-main" variant="secondary" busy={isBusy} onClick={() => void tell('done')}>
              {stepWords.leave}
            </Button>
          </>
        )}
        {(step === 'en route' || step === 'on site') && (
          <>
            {!isLeft && (
              <Button className="is-main is-late" variant="secondary" onClick={() => setOpen('late')}>
                <Glyph name="clock" />
                {late ? `${minutesWords(late.minutes)} late` : 'Running late'}
              </Button>
            )}
            <Button
              className="is-main"
              variant={isLeft ? 'secondary' : 'primary'}
              busy={isBusy}
              onClick={() => ask(step)}
            >
              {stepWords[step]}
            </Button>
            {isLeft && (
              <Button className="is-main" onClick={() => setOpen('afterwards')}>
                Finish
              </Button>
            )}
          </>
        )}
      </div>
      {(open === 'done' || open === 'not done' || open === 'afterwards') && (
        <FinishSheet visit={visit} asks={open} onSignature={onSignature} onClose={() => setOpen(undefined)} />
      )}
      {open === 'ahead' && (
        <AheadSheet
          visit={visit}
          isBusy={isBusy}
          onGo={() => void tell('en route')}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'other' && other && (step === 'en route' || step === 'on site') && (
        <OtherSheet
          other={other}
          isBusy={isBusy}
          onGo={() => void tell(step)}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'late' && <LateSheet visit={visit} onClose={() => setOpen(undefined)} />}
    </section>
  );
}

/** The next step, of this visit or the one after it, appears under the same thumb, which may be about to tap once more. */
function useSettling(): boolean {
  const { tapped } = useField();
  const isSettled = useIsOver(tapped?.id, tapped ? tapped.at + SETTLING_MS : 0);
  return tapped !== undefined && !isSettled;
}

/** One press tells the customer of a delay, and one more takes that back before the email has left. */
function TellLate({ visit }: { visit: ShownVisit }) {
  const now = useNow();
  const { visits = [], entries } = useField();
  const { isBusy, once } = useOneTap();
  const told = standing(visit.records).findLast(
    ({ kind, content }) => kind === 'late' && content['tell_customer'],
  );
  const isOver = useIsOver(told?.id, told ? Date.parse(told.noted_at) + UNDO_MS : 0);
  if (told && !isOver)
    return (
      <p className="field-bar__words">
        <span>{listInWords(visit.told_by_mail)} will get a message in a minute.</span>
        <Button
          variant="quiet"
          busy={isBusy}
          onClick={() =>
            void once(async () => {
              if (await attempt(() => takeBack(visit, told.id))) say('Taken back. No message is sent');
            })
          }
        >
          Undo
        </Button>
      </p>
    );
  const news = lateNews(visit, withWaiting(visits, entries), minuteAt(now));
  if (!news || visit.told_by_mail.length === 0) return null;
  const tell = () => keepAt(visit, `${news.by} minutes late`, lateDeed(news.by, true, ''));
  return (
    <Button className="is-main" variant="secondary" wide busy={isBusy} onClick={() => void once(tell)}>
      Tell the customer: about {minutesWords(news.by)} late
    </Button>
  );
}

/** Whether a moment has passed until which something can be taken back. */
function useIsOver(what: string | undefined, end: number): boolean {
  const [over, setOver] = useState<string>();
  useEffect(() => {
    if (what === undefined) return undefined;
    const timer = setTimeout(() => setOver(what), Math.max(0, end - Date.now()));
    return () => clearTimeout(timer);
  }, [what, end]);
  return what === over;
}

function lateDeed(minutes: number, tell_customer: boolean, text: string): Deed {
  const content = { minutes, ...(text === '' ? {} : { text }), ...(tell_customer && { tell_customer }) };
  return { kind: 'record', record: { kind: 'late', content, noted_at: new Date().toISOString() } };
}

/** Another visit that somebody is on the way to or at. */
function useUnderWay(visit: string): ShownVisit | undefined {
  const { visits = [], entries } = useField();
  return withWaiting(visits, entries).find(
    (one) => one.id !== visit && isUnderWay(one) && one.done_at === null,
  );
}

const UNDO_MS = 60_000;
const undoWords = { 'en route': 'On my way', 'on site': 'Arrived', done: 'Done' } as const;

/** For a minute, a slip of the thumb is taken back with one more tap: no customer has been told of it by then. */
export function UndoTap({ visit }: { visit: ShownVisit }) {
  const { tapped } = useField();
  const { isBusy, once } = useOneTap();
  const isOver = useIsOver(tapped?.id, tapped ? tapped.at + UNDO_MS : 0);
  if (tapped === undefined || tapped.visit !== visit.id || isOver) return null;
  const { id: tap, step } = tapped;
  return (
    <p className="field-bar__words">
      <span>
        {undoWords[step]}: recorded. {step === 'done' && openItemsWords(visit)}
      </span>
      <Button
        variant="quiet"
        busy={isBusy}
        onClick={() => void once(() => keepAt(visit, 'Taken back', { kind: 'untap', tap, step }))}
      >
        Undo
      </Button>
    </p>
  );
}

interface OtherSheetProps {
  other: ShownVisit;
  isBusy: boolean;
  onGo: () => void;
  onClose: () => void;
}

/** Nobody is in two places: most likely the end of the other visit was forgotten. */
function OtherSheet({ other, isBusy, onGo, onClose }: OtherSheetProps) {
  const where = other.progress === 'on site' ? 'on site at' : 'on your way to';
  return (
    <Sheet title="Two visits at once?" onClose={onClose}>
      <p>
        You’re still{' '}
        <strong>
          {where} {other.customer.name}
        </strong>{' '}
        ({other.number}).
      </p>
      <div className="field-stack">
        <a className="m-button m-button--primary is-main" {...linkTo({ page: 'visit', id: other.id })}>
          Go to that visit first
        </a>
        <Button className="is-main" wide variant="secondary" busy={isBusy} onClick={onGo}>
          Continue here too
        </Button>
        <Button className="is-main" wide variant="quiet" onClick={onClose}>
          Not yet
        </Button>
      </div>
    </Sheet>
  );
}

interface AheadSheetProps {
  visit: ShownVisit;
  isBusy: boolean;
  onGo: () => void;
  onClose: () => void;
}

/** Asks whether somebody means it who sets out for a visit of another day: its customer may be told at once. */
function AheadSheet({ visit, isBusy, onGo, onClose }: AheadSheetProps) {
  const { starts_at, site, customer } = visit;
  return (
    <Sheet title="On your way today?" onClose={onClose}>
      <p>
        {customer.name} is planned for{' '}
        <strong>
          {shortDayWords(dayOf(starts_at, site.zone))}, {timesOf(visit)}
        </strong>
        . The office will see that you’re on your way, and the customer may be notified.
      </p>
      <div className="field-stack">
        <Button className="is-main" wide busy={isBusy} onClick={onGo}>
          Yes, I’m on my way
        </Button>
        <Button className="is-main" wide variant="quiet" onClick={onClose}>
          Not yet
        </Button>
      </div>
    </Sheet>
  );
}

const choices = ['15', '30', '45', '60', 'other'] as const;
const [LEAST, MOST] = [5, 720];

/** How late somebody will be: the office and the board see it as soon as it is sent. */
function LateSheet({ visit, onClose }: { visit: ShownVisit; onClose: () => void }) {
  const [chosen, setChosen] = useState<string>();
  const [typed, setTyped] = useState('');
  const [text, setText] = useDraft(visit.id, 'late');
  const late = lateOf(visit);
  const { isBusy, once } = useOneTap();
  const minutes = chosen === 'other' ? Number(typed) : Number(chosen);
  const isGood = Number.isInteger(minutes) && minutes >= LEAST && minutes <= MOST;
  const canTell = visit.told_by_mail.length > 0;
  const [ring] = toRing(visit, visit.site.id);
  async function keep(tellsCustomer: boolean) {
    const deed = lateDeed(minutes, tellsCustomer, text.trim());
    if (!(await keepAt(visit, `${minutes} minutes late`, deed))) return;
    setText('');
    onClose();
  }
  async function withdraw() {
    if (!late || !(await attempt(() => takeBack(visit, late.record)))) return;
    say('Cleared: you’re not late.');
    onClose();
  }
  return (
    <Sheet
      title="How late will you be?"
      onClose={onClose}
      actions={
        <>
          <Button
            className="is-main"
            variant={canTell ? 'secondary' : 'primary'}
            busy={isBusy}
            disabled={!isGood}
            onClick={() => void once(() => keep(false))}
          >
            {canTell ? 'Tell the office only' : chosen === undefined ? 'Choose first' : 'Tell the office'}
          </Button>
          {canTell && (
            <Button
              className="is-main"
              busy={isBusy}
              disabled={!isGood}
              onClick={() => void once(() => keep(true))}
            >
              {chosen === undefined ? 'Choose first' : 'Tell the customer too'}
            </Button>
          )}
        </>
      }
    >
      <p className="field-words">
        {canTell
          ? `${listInWords(visit.told_by_mail)} can be sent the new time, a minute later. The office sees it straight away.`
          : `${visit.customer.name} can’t be messaged. The office sees it straight away.`}
      </p>
      {!canTell && ring && (
        <a
          className="quick-link"
          href={`tel:${dialled(ring.phone)}`}
          aria-label={`Call ${ring.name}, ${ring.phone}`}
        >
          <Glyph name="call" />
          <span>
            Call {ring.name}, {ring.phone}
          </span>
        </a>
      )}
      <Choices
        legend="Minutes"
        name="minutes"
        chosen={chosen}
        onChoose={setChosen}
        choices={choices.map((value) => ({
          value,
          word: value === 'other' ? 'Other' : `${value} min`,
        }))}
      />
      {chosen === 'other' && (
        <Field
          label="Minutes"
          inputMode="numeric"
          value={typed}
          state={typed === '' || isGood ? 'unknown' : 'invalid'}
          error={`Enter a whole number from ${LEAST} to ${MOST}.`}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <Field
        label="Why"
        optional
        maxLength={500}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {late && (
        <Button variant="secondary" busy={isBusy} onClick={() => void once(withdraw)}>
          I’m not late after all
        </Button>
      )}
    </Sheet>
  );
}
