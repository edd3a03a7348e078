import { contentOf, usuallyLeftOut } from '@muster/domain/field/report-contents/rules';
import type { ReportContent } from '@muster/domain/field/report-contents/schema';
import { kindOfAnswer } from '@muster/domain/field/field-records/rules';
import { reportedRecords } from '@muster/domain/field/reports/rules';
import { answerInWords, dayWithYear, outcomeWords, partInWords } from '@muster/domain/field/reports/words';
import type { ReactNode } from 'react';
import type { ShownVisit } from '../day/with-waiting.ts';
import { addressOf, clockOf, countWords } from '../day/words.ts';

/** What the report of a visit would tell now, as far as this phone knows, whether it has reception or not. The times are one's own. */
export function signedContent(visit: ShownVisit): ReportContent {
  const { records, check_list, files, outcome, outcome_reason, description } = visit;
  const photos = files.filter(({ kind, state }) => kind === 'photo' && state !== 'refused');
  return contentOf(
    {
      ...reportedRecords(records, check_list, files),
      outcome,
      outcome_reason,
      description,
      photos,
    },
    [{ technician_id: null, arrived_at: visit.on_site_at, done_at: visit.done_at }],
    visit.left_out ?? usuallyLeftOut,
  );
}

interface SignedContentProps {
  visit: ShownVisit;
  content: ReportContent;
}

/** On a phone it scrolls by itself: the keys that scroll reach what can hold the focus. */
const place = { 'aria-label': 'What’s signed', tabIndex: 0 } as const;

/** What is signed, for whoever holds the pen: in the words of the report, and no more than it has. */
export function SignedContent({ visit, content }: SignedContentProps) {
  const { outcome, outcome_reason, description, stays, notes, answers, parts, photos } = content;
  const [stay] = stays;
  return (
    <section className="signed" {...place}>
      <h3>Please check, then sign below</h3>
      <dl>
        <Fact name="Visit">
          {visit.number}, {dayWithYear(visit.starts_at, visit.site.zone)}
        </Fact>
        <Fact name="For">{visit.customer.name}</Fact>
        <Fact name="Where">{addressOf(visit.site)}</Fact>
        {stay && stay.arrived_at !== null && (
          <Fact name="On site">
            {clockOf(stay.arrived_at, visit)} –{' '}
            {stay.done_at === null ? 'not finished yet' : clockOf(stay.done_at, visit)}
          </Fact>
        )}
        {outcome !== null && (
          <Fact name="Result">
            {outcomeWords[outcome]}
            {outcome_reason === '' ? '' : `: ${outcome_reason}`}
          </Fact>
        )}
        {description !== '' && <Fact name="Asked for">{description}</Fact>}
        {notes.length > 0 && (
          <Fact name="Work done">
            {notes.map(({ id, text }) => (
              <p key={id}>{text}</p>
            ))}
          </Fact>
        )}
        {answers.length > 0 && (
          <Fact name="Checklist">
            {answers.map(({ item, answer }) => (
              <p key={item}>
                {item}:{' '}
                <b>{answerInWords({ kind: answer === null ? 'text' : kindOfAnswer(answer), answer }, [])}</b>
              </p>
            ))}
          </Fact>
        )}
        {parts.length > 0 && <Fact name="Parts used">{parts.map(partInWords).join('\n')}</Fact>}
        {photos.length > 0 && <Fact name="Photos">{countWords(photos.length, 'photo')}</Fact>}
      </dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
