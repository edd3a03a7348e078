import { missingItems } from '@muster/domain/field/field-records/rules';
import { Button } from '@muster/ui/button';
import { useState } from 'react';
import { useDraft } from '../day/drafts.ts';
import type { ShownVisit } from '../day/with-waiting.ts';
import { jumpTo } from '../frame/fold.tsx';
import { Glyph } from '../frame/glyph.tsx';
import { keepAt } from '../frame/notice.tsx';
import { useOneTap } from '../frame/one-tap.ts';
import { Sheet } from '../frame/sheet.tsx';
import type { Deed } from '../outbox/store.ts';
import { goTo, placeOf } from '../router.ts';
import { LongText } from '../work/long-text.tsx';
import {
  isReason,
  LONGEST_REASON,
  deedOf,
  typedNote,
  typedPart,
  typedProblems,
  typedWords,
} from '../work/typed-fields.ts';
import { Choices } from './choices.tsx';
import { useNow } from '../../lib/page/use-now.ts';
import { fromField, toField } from '../../lib/format/moment-field.ts';
import { timesDoubt, timesProblem } from './clock-field.ts';
import { itemId, openItemsWords } from './steps.ts';
import { TimeFields } from './times.tsx';

const ends = {
  done: { word: 'Done', hint: 'Everything is finished', label: '' },
  'needs return': {
    word: 'Needs a return visit',
    hint: 'There’s still something to do',
    label: 'What’s still to do?',
  },
  'could not complete': {
    word: 'Could not complete',
    hint: 'No one home, not safe, not possible',
    label: 'Why couldn’t it be completed?',
  },
} as const;
type End = keyof typeof ends;

/**
 * Done, and something has to be answered first; not finished; or the day is over, and both how it went and when somebody was there is
 * asked.
 */
export type FinishAsk = 'done' | 'not done' | 'afterwards';

const choicesOf: Readonly<Record<FinishAsk, readonly End[]>> = {
  done: ['done'],
  'not done': ['needs return', 'could not complete'],
  afterwards: ['done', 'needs return', 'could not complete'],
};
const titles: Readonly<Record<FinishAsk, string>> = {
  done: 'Before you finish',
  'not done': 'What happened?',
  afterwards: 'How did it go?',
};

interface FinishSheetProps {
  visit: ShownVisit;
  asks: FinishAsk;
  /** Goes on with a signature that was begun; not there where the page has none. */
  onSignature?: (() => void) | undefined;
  onClose: () => void;
}

/** What somebody has typed at a visit, or begun to sign, and not kept. */
function useLoose(visit: ShownVisit) {
  const [note, setNote] = useDraft(visit.id, 'note');
  const [part, setPart] = useDraft(visit.id, 'part');
  const [count, setCount] = useDraft(visit.id, 'quantity');
  const [signature] = useDraft(visit.id, 'signature');
  const typed = [typedNote(note), typedPart(part, count)].filter((record) => record !== undefined);
  const problems = typedProblems(note, part, count);
  function forget() {
    // What could not be added stays where it was typed.
    if (problems.note === undefined) setNote('');
    if (problems.part === undefined) for (const empty of [setPart, setCount]) empty('');
  }
  return { typed, problems, forget, isSigning: signature !== '' };
}

/** Whether one tap finishes a visit: nothing has to be answered, and nothing is typed that belongs to it. */
export function useIsReady(visit: ShownVisit): boolean {
  const { typed, problems, isSigning } = useLoose(visit);
  const isLoose = typed.length > 0 || problems.note !== undefined || problems.part !== undefined || isSigning;
  return !isLoose && missingItems(visit.check_list, visit.records, visit.files).length === 0;
}

/** How a visit went, where that takes more than a tap. What is typed stays, also when this is closed. */
export function FinishSheet({ visit, asks, onSignature, onClose }: FinishSheetProps) {
  const possible = choicesOf[asks];
  const [end, setEnd] = useState<End | undefined>(possible.length === 1 ? possible[0] : undefined);
  const [reason, setReason] = useDraft(visit.id, 'reason');
  const { typed, problems, forget, isSigning } = useLoose(visit);
  const missing = missingItems(visit.check_list, visit.records, visit.files);
  const { isBusy, once } = useOneTap();
  const times = useTimesThen(visit);
  // Whoever never came has no times.
  const isTimed =
    asks === 'afterwards' && end !== undefined && (end !== 'could not complete' || visit.on_site_at !== null);
  const isHeld =
    (end === 'done' ? missing.length > 0 : !isReason(reason)) || (isTimed && times.problem !== undefined);
  async function keep(end: End) {
    const at = new Date().toISOString();
    const finish: Deed =
      end === 'done'
        ? { kind: 'progress', progress: 'done', at }
        : { kind: 'outcome', outcome: end, reason: reason.trim(), at };
    // The tap is of now; when it really was comes after it, because only what is finished has an end to correct.
    const then = isTimed ? times.deeds(at) : [];
    if (!(await keepAt(visit, ends[end].word, ...typed.map(deedOf), finish, ...then))) return;
    setReason('');
    forget();
    onClose();
    scrollTo(0, 0);
  }
  function sign() {
    onClose();
    if (onSignature) onSignature();
    else goTo({ page: 'visit', id: visit.id });
  }
  return (
    <Sheet
      title={titles[asks]}
      isHeld={isTimed}
      onClose={onClose}
      actions={
        <Button
          className="is-main"
          busy={isBusy}
          disabled={end === undefined || isHeld}
          onClick={() => end !== undefined && void once(() => keep(end))}
        >
          {finishWords(end, reason)}
        </Button>
      }
    >
      <p className="field-words">{visit.customer.name}</p>
      {possible.length > 1 && (
        <Choices
          isTall
          legend={titles[asks]}
          name="end"
          chosen={end}
          onChoose={setEnd}
          choices={possible.map((value) => ({ value, word: ends[value].word, hint: ends[value].hint }))}
        />
      )}
      {end === 'done' && missing.length > 0 && (
        <MissingItems visit={visit} missing={missing} onClose={onClose} />
      )}
      {end === 'done' && missing.length === 0 && <OpenItems visit={visit} />}
      {isSigning && (
        <section className="missing" aria-label="Signature">
          <p>
            <strong>A signature was started and isn’t saved.</strong>
          </p>
          <button type="button" className="missing__item" onClick={sign}>
            <span>Continue the signature</span>
            <Glyph name="next" />
          </button>
        </section>
      )}
      {end !== undefined && end !== 'done' && (
        <LongText
          label={ends[end].label}
          rows={3}
          most={LONGEST_REASON}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          hint="The office sees this, and the customer sees it in the report. It’s saved as you type."
        />
      )}
      {isTimed && (
        <>
          <p className="field-words">When were you there? Your hours are counted from these times.</p>
          <TimeFields visit={visit} {...times.fields} />
        </>
      )}
      {typed.length > 0 && (
        <section className="field-card" aria-label="Also added">
          <p className="field-words">You typed this earlier. It will be added when you finish:</p>
          {typed.map((record) => (
            <p key={record.kind} className="noted__text">
              {typedWords(record)}
            </p>
          ))}
        </section>
      )}
      {[problems.note, problems.part].map(
        (words) =>
          words !== undefined && (
            <p key={words} className="field-words" data-tone="danger">
              {words}
            </p>
          ),
      )}
    </Sheet>
  );
}

/** When somebody was at a visit whose day is over: as planned, as long as they say nothing else. */
function useTimesThen(visit: ShownVisit) {
  const { on_site_at, starts_at, ends_at } = visit;
  const { zone } = visit.site;
  const planned = Date.parse(ends_at) - Date.parse(starts_at);
  const from = on_site_at ?? starts_at;
  const [arrived, onArrived] = useState(() => toField(from, zone));
  const [done, onDone] = useState(() => toField(Date.parse(from) + planned, zone));
  const [came, left] = [fromField(arrived, zone), fromField(done, zone)];
  const problem = timesProblem(came, left, useNow());
  const isGood = problem === undefined && came !== undefined && left !== undefined;
  const doubt = isGood ? timesDoubt(came, left, visit) : undefined;
  const deeds = (noted_at: string): Deed[] => {
    if (!isGood) return [];
    const content = { on_site_at: came, done_at: left, reason: 'Finished afterwards' };
    return [{ kind: 'record', record: { kind: 'time', content, noted_at } }];
  };
  return { problem, deeds, fields: { arrived, onArrived, done, onDone, problem, doubt } };
}

/** Nothing that has to be answered, and yet worth a look: the report tells the customer what was not done. */
function OpenItems({ visit }: { visit: ShownVisit }) {
  const words = openItemsWords(visit);
  if (words === undefined) return null;
  return (
    <output className="small-words" data-tone="attention">
      <Glyph name="warning" />
      {words}
    </output>
  );
}

/** What the button does, or what it waits for. */
function finishWords(end: End | undefined, reason: string): string {
  if (end === undefined) return 'Choose a result first';
  return end !== 'done' && reason.trim() === '' ? 'Add a reason first' : `Finish: ${ends[end].word}`;
}

/** What holds the visit back, with the way to each. */
function MissingItems(props: { visit: ShownVisit; missing: readonly string[]; onClose: () => void }) {
  const { visit, missing, onClose } = props;
  function show(item: string) {
    onClose();
    const { page } = placeOf(location.pathname);
    if (page !== 'visit') goTo({ page: 'visit', id: visit.id });
    // When the page is there and this is gone, with the focus that it gives back.
    setTimeout(() => jumpTo(itemId(visit, item)));
  }
  return (
    <section className="missing" aria-label="Still to answer">
      <p>
        <strong>Before you finish, answer these checklist items:</strong>
      </p>
      <ul>
        {missing.map((item) => (
          <li key={item}>
            <button type="button" className="missing__item" onClick={() => show(item)}>
              <span>{item}</span>
              <Glyph name="next" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
