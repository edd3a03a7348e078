import { Button } from '@muster/ui/button';
import { Field } from '@muster/ui/field';
import { useState } from 'react';
import { useNow } from '../../lib/use-now.ts';
import { useDraft } from '../day/drafts.ts';
import { clockOf } from '../day/words.ts';
import type { ShownVisit } from '../day/with-waiting.ts';
import { Glyph } from '../frame/glyph.tsx';
import { keepAt } from '../frame/notice.ts';
import { useOneTap } from '../frame/one-tap.ts';
import { Sheet } from '../frame/sheet.tsx';
import type { Deed } from '../outbox/entry.ts';
import { LongText } from '../work/long-text.tsx';
import { isReason, LONGEST_REASON } from '../work/room.ts';
import { fromField, timesDoubt, timesProblem, toField } from './clock-field.ts';

/** A tap that was forgotten, or came by mistake, is put right with a reason. Before the end only the arrival can be. */
export function TimesSheet({ visit, onClose }: { visit: ShownVisit; onClose: () => void }) {
  const { on_site_at, done_at } = visit;
  const [arrived, setArrived] = useState(() => toField(on_site_at ?? Date.now()));
  const [done, setDone] = useState(done_at === null ? '' : toField(done_at));
  const [reason, setReason] = useDraft(visit.id, 'times');
  const [from, to] = [fromField(arrived), fromField(done)];
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
    if (!(await keepAt(visit, 'Times corrected', ...correction(visit, from, to, reason.trim())))) return;
    setReason('');
    onClose();
  }
  return (
    <Sheet
      title="Correct the times"
      onClose={onClose}
      actions={
        <Button
          className="is-main"
          busy={isBusy}
          disabled={problem !== undefined || !isReason(reason)}
          onClick={() => void once(keep)}
        >
          {problem === undefined && reason.trim() === '' ? 'Say why first' : 'Keep these times'}
        </Button>
      }
    >
      <Field
        label="Arrived"
        type="datetime-local"
        value={arrived}
        onChange={(event) => setArrived(event.target.value)}
      />
      {done_at !== null && (
        <Field
          label="Done"
          type="datetime-local"
          value={done}
          onChange={(event) => setDone(event.target.value)}
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
      <LongText
        label="Why"
        rows={2}
        most={LONGEST_REASON}
        value={reason}
        placeholder="Forgot to tap, for example"
        onChange={(event) => setReason(event.target.value)}
      />
    </Sheet>
  );
}

/** Before a visit is done there is no end to correct: the arrival is told once more, and why goes with it as a note. */
function correction(visit: ShownVisit, from: string, to: string | undefined, reason: string): Deed[] {
  const noted_at = new Date().toISOString();
  if (visit.done_at !== null && to !== undefined) {
    const content = { on_site_at: from, done_at: to, reason };
    return [{ kind: 'record', record: { kind: 'time', content, noted_at } }];
  }
  const text = `Arrival corrected to ${clockOf(from, visit)}: ${reason}`;
  return [
    { kind: 'progress', progress: 'on site', at: from },
    { kind: 'record', record: { kind: 'note', content: { text }, noted_at } },
  ];
}
