import { Button } from '@muster/ui/button';
import { useState } from 'react';
import { Field } from '@muster/ui/field';
import { clockOf, minutesBetween, minutesWords, whoseClocks } from '../day/words.ts';
import type { ShownVisit } from '../day/with-waiting.ts';
import { fromField, toField } from '../../lib/format/moment-field.ts';
import { useNow } from '../../lib/page/use-now.ts';
import { useDraft } from '../day/drafts.ts';
import { isOver } from '@muster/domain/work/visits/states';
import { Fold } from '../frame/fold.tsx';
import { Glyph } from '../frame/glyph.tsx';
import { keepAt } from '../frame/notice.tsx';
import { useOneTap } from '../frame/one-tap.ts';
import { Sheet } from '../frame/sheet.tsx';
import type { Deed } from '../outbox/store.ts';
import { LongText } from '../work/long-text.tsx';
import { isReason, LONGEST_REASON } from '../work/typed-fields.ts';
import { timesDoubt, timesProblem } from './clock-field.ts';

/** When somebody set out, arrived and was done, and the way to put that right. */
export function Times({ visit }: { visit: ShownVisit }) {
  const [isOpen, setOpen] = useState(false);
  const { en_route_at, on_site_at, done_at } = visit;
  if (en_route_at === null && on_site_at === null && done_at === null) return null;
  const rows = [
    ['On my way', en_route_at],
    ['Arrived', on_site_at],
    ['Done', done_at],
  ] as const;
  return (
    <Fold title="Times" startsOpen={isOver(visit.state)}>
      <dl className="times">
        {rows.map(
          ([word, at]) =>
            at !== null && (
              <div key={word}>
                <dt>{word}</dt>
                <dd>{clockOf(at, visit)}</dd>
              </div>
            ),
        )}
        {on_site_at !== null && done_at !== null && (
          <div>
            <dt>On site</dt>
            <dd>{minutesWords(minutesBetween(on_site_at, done_at))}</dd>
          </div>
        )}
      </dl>
      {on_site_at !== null && (
        <Button variant="secondary" onClick={() => setOpen(true)}>
          Correct the times
        </Button>
      )}
      {isOpen && <TimesSheet visit={visit} onClose={() => setOpen(false)} />}
    </Fold>
  );
}

/** A tap that was forgotten, or came by mistake, is put right with a reason. Before the end only the arrival can be. */
function TimesSheet({ visit, onClose }: { visit: ShownVisit; onClose: () => void }) {
  const { on_site_at, done_at } = visit;
  const { zone } = visit.site;
  const [arrived, setArrived] = useState(() => toField(on_site_at ?? Date.now(), zone));
  const [done, setDone] = useState(done_at === null ? '' : toField(done_at, zone));
  const [reason, setReason] = useDraft(visit.id, 'times');
  const [from, to] = [fromField(arrived, zone), fromField(done, zone)];
  const now = useNow();
  const { isBusy, once } = useOneTap();
  // Before the end, now counts as it; the clock here may be a little behind the field's.
  const latest = Math.max(now, from === undefined ? now : Date.parse(from));
  const end = done_at === null ? new Date(latest).toISOString() : to;
  const problem = timesProblem(from, end, now);
  const doubt =
    problem === undefined && from !== undefined && end !== undefined
      ? timesDoubt(from, end, visit)
      : undefined;
  async function keep() {
    if (from === undefined) return;
    if (!(await keepAt(visit, 'Times corrected', correction(visit, from, to, reason.trim())))) return;
    setReason('');
    onClose();
  }
  return (
    <Sheet
      title="Correct the times"
      isHeld
      onClose={onClose}
      actions={
        <Button
          className="is-main"
          busy={isBusy}
          disabled={problem !== undefined || !isReason(reason)}
          onClick={() => void once(keep)}
        >
          {problem === undefined && reason.trim() === '' ? 'Add a reason first' : 'Save times'}
        </Button>
      }
    >
      <TimeFields
        visit={visit}
        arrived={arrived}
        onArrived={setArrived}
        done={done_at === null ? undefined : done}
        onDone={setDone}
        problem={problem}
        doubt={doubt}
      />
      <LongText
        label="Why"
        rows={2}
        most={LONGEST_REASON}
        value={reason}
        placeholder="For example, forgot to tap"
        onChange={(event) => setReason(event.target.value)}
      />
    </Sheet>
  );
}

interface TimeFieldsProps {
  visit: ShownVisit;
  arrived: string;
  onArrived: (text: string) => void;
  /** Undefined where there is no end to tell. */
  done: string | undefined;
  onDone: (text: string) => void;
  problem: string | undefined;
  doubt: string | undefined;
}

/** When somebody arrived and was done, by the clocks at the site. */
export function TimeFields({ visit, arrived, onArrived, done, onDone, problem, doubt }: TimeFieldsProps) {
  const where = whoseClocks(visit.starts_at, visit.site.zone);
  return (
    <>
      <Field
        label={`Arrived${where}`}
        type="datetime-local"
        value={arrived}
        onChange={(event) => onArrived(event.target.value)}
      />
      {done !== undefined && (
        <Field
          label={`Done${where}`}
          type="datetime-local"
          value={done}
          onChange={(event) => onDone(event.target.value)}
        />
      )}
      {problem !== undefined && (
        <p className="field-words" data-tone="danger" role="alert">
          {problem}
        </p>
      )}
      {doubt !== undefined && (
        <output className="small-words" data-tone="attention">
          <Glyph name="warning" />
          {doubt}
        </output>
      )}
    </>
  );
}

/** Before a visit is done there is no end to correct. What was measured stays beside it. */
function correction(visit: ShownVisit, from: string, to: string | undefined, reason: string): Deed {
  const content = { on_site_at: from, done_at: visit.done_at === null ? null : (to ?? null), reason };
  return { kind: 'record', record: { kind: 'time', content, noted_at: new Date().toISOString() } };
}
