import { answersOf, isGiven, standing } from '@muster/domain/field/field-records/rules';
import type { EarlierVisit, OwnVisit } from '@muster/domain/field/my-visits/schema';
import { moment } from '../../lib/format/format.ts';
import { FileTiles } from '../work/files.tsx';
import '../work/work.css';

interface RecordedProps {
  records: EarlierVisit['records'];
  files: EarlierVisit['files'];
  /** Whose clocks count. */
  zone: string;
}

/** What was noted, used and photographed at a visit, to be read and not changed. */
export function Recorded({ records, files, zone }: RecordedProps) {
  const [notes, parts] = (['note', 'part'] as const).map((kind) =>
    records.filter((record) => record.kind === kind),
  );
  const shown = files.filter(({ kind }) => kind !== 'signature');
  if (notes!.length + parts!.length + shown.length === 0)
    return <p className="field-words">No notes, parts or photos were recorded.</p>;
  return (
    <>
      {shown.length > 0 && (
        <section className="field-card" aria-label="Photos and files">
          <h2>Photos and files</h2>
          <FileTiles files={shown} />
        </section>
      )}
      {notes!.length > 0 && (
        <section className="field-card" aria-label="Notes">
          <h2>Notes</h2>
          {notes!.map(({ id, content, noted_at, author }) => (
            <div key={id} className="noted">
              <div className="noted__main">
                <p className="noted__text">{String(content['text'])}</p>
                <p className="noted__when">{[moment(noted_at, zone), author].filter(Boolean).join(' · ')}</p>
              </div>
            </div>
          ))}
        </section>
      )}
      {parts!.length > 0 && (
        <section className="field-card" aria-label="Parts used">
          <h2>Parts used</h2>
          {parts!.map(({ id, content }) => (
            <p key={id}>
              <strong>{String(content['quantity'])} ×</strong> {String(content['name'])}
            </p>
          ))}
        </section>
      )}
    </>
  );
}

/** How the check list was answered, and who signed. */
export function Answered({ visit }: { visit: OwnVisit }) {
  const answers = answersOf(visit.records);
  // Two of the same words have the same answer.
  const items = [...new Map(visit.check_list.map((item) => [item.text, item])).values()];
  const signed = standing(visit.records).filter(({ kind }) => kind === 'signature');
  if (items.length + signed.length === 0) return null;
  return (
    <section className="field-card" aria-label="Checklist and signature">
      {items.length > 0 && (
        <dl className="times">
          {items.map(({ text, done, kind }) => (
            <div key={text}>
              <dt>{text}</dt>
              <dd>{answerWords(kind, done, answers.get(text))}</dd>
            </div>
          ))}
        </dl>
      )}
      {signed.map(({ id, content }) => (
        <p key={id}>Signed by {String(content['name'])}</p>
      ))}
    </section>
  );
}

function answerWords(kind: string | undefined, isDone: boolean, answer: unknown): string {
  if (!isDone) return '–';
  const isTyped = (kind === 'number' || kind === 'text') && isGiven(answer);
  return isTyped ? String(answer) : kind === 'photo' ? 'Photo' : 'Yes';
}
