import type { ProgressReport } from '@muster/domain/assignments/schema';
import type { NewFieldRecord } from '@muster/domain/field-records/schema';
import type { FileKind } from '@muster/domain/files/rules';
import type { Outcome } from '@muster/domain/visits/states';

/** What a technician did at a visit, whole in itself: it is sent as it is, however much later. Moments are of the phone's clock. */
export type Deed =
  | { kind: 'record'; record: NewFieldRecord }
  | { kind: 'retract'; record: string }
  | { kind: 'progress'; progress: ProgressReport['progress']; at: string }
  | { kind: 'outcome'; outcome: Outcome; reason: string; at: string }
  | { kind: 'file'; file: string; as: FileKind; name: string; content: Blob; taken_at: string };

/** One deed on its way. */
export interface Entry {
  /** In the order in which they were done. */
  seq: number;
  /** The id of the command: sent twice, it is done once. */
  id: string;
  /** Whose it is: nobody else sees or sends it. */
  user: string;
  visit: string;
  /** As the visit was called, for whoever reads of it after the office has taken it away. */
  about: { number: string; customer: string };
  deed: Deed;
  made_at: string;
  /** Sent ones stay until the visits were read again, so that nothing disappears in between. */
  state: 'waiting' | 'sent' | 'refused';
  /** The last one, also after another try. */
  refusal?: Refusal;
}

export interface Refusal {
  status: number;
  message: string;
}

/**
 * Long files have a lane of their own: a film must not hold back the word that the visit is done. A photo goes before it, because the
 * check list may ask for one.
 */
export type Lane = 'deeds' | 'long files';

const LONG_BYTES = 2_000_000;

export function laneOf({ deed }: Entry): Lane {
  return deed.kind === 'file' && deed.as !== 'photo' && deed.content.size > LONG_BYTES
    ? 'long files'
    : 'deeds';
}
