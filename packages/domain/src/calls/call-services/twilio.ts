import type { CallEvent, CallEventName } from '../calls/rules.ts';

/** The fields of a form of Twilio Voice. */
export type TwilioFields = Readonly<Record<string, string>>;

/** The part of a call that rings a phone: what its states mean. Busy, or given up, is said of one phone, and another may still ring. */
const ofPhone: Readonly<Record<string, CallEventName>> = {
  ringing: 'ringing',
  'in-progress': 'answered',
  completed: 'ended',
};
const failed = new Set(['busy', 'no-answer', 'failed', 'canceled']);

/** Whether Twilio asks what to do with a call that comes in. */
export function asksWhatToDo({
  Direction,
  CallStatus,
  ParentCallSid,
  CallbackSource,
  DialCallStatus,
}: TwilioFields): boolean {
  return (
    Direction === 'inbound' &&
    CallStatus === 'ringing' &&
    ParentCallSid === undefined &&
    CallbackSource === undefined &&
    DialCallStatus === undefined
  );
}

/** A SIP address may be longer, and none of it is a number. */
const LONGEST = 100;

/**
 * What Twilio tells of a call; undefined where it is nothing that counts. A call has a part for each phone that it rings, which names
 * the call as its parent. `isOurs`: we have begun it, and its parts are the other side.
 */
export function twilioEvent(
  fields: TwilioFields,
  { isOurs, now }: { isOurs: boolean; now: number },
): CallEvent | undefined {
  const { CallSid: sid, ParentCallSid: parent, DialCallStatus: dialled, CallStatus: status = '' } = fields;
  const [from, to] = [fields['From'], fields['To']].map((text) => text?.slice(0, LONGEST) ?? null) as [
    string | null,
    string | null,
  ];
  if (sid === undefined || sid === '') return undefined;
  const at = new Date(momentOf(fields['Timestamp'], now));
  const about = { call: parent ?? sid, at, direction: isOurs ? 'out' : 'in' } as const;
  const nobody = { from: null, to: null, by: null };
  if (dialled !== undefined)
    return {
      ...about,
      ...nobody,
      id: `${sid} dial ${dialled}`,
      event: dialled === 'completed' ? 'ended' : 'missed',
    };
  const id = `${sid} ${status}`;
  if (parent === undefined) {
    const isOver = status === 'completed' || failed.has(status);
    if (isOver) return { ...about, ...nobody, id, event: 'ended' };
    return !isOurs && status === 'ringing'
      ? { ...about, id, event: 'ringing', from, to, by: null }
      : undefined;
  }
  if (failed.has(status)) return isOurs ? { ...about, ...nobody, id, event: 'missed' } : undefined;
  const event = ofPhone[status];
  if (event === undefined) return undefined;
  return isOurs
    ? { ...about, id, event, from: null, to, by: null }
    : { ...about, id, event, from, to: null, by: event === 'answered' ? to : null };
}

const HOUR_MS = 3_600_000;

/** A clock that goes wrong makes no call of another day. */
function momentOf(text: string | undefined, now: number): number {
  const at = Date.parse(text ?? '');
  return Math.abs(at - now) < HOUR_MS ? Math.min(at, now) : now;
}
