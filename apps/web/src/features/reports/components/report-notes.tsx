import { momentInWords } from '@muster/domain/reports/words';
import { useQueryClient } from '@tanstack/react-query';
import { ActionButton } from '../../../lib/kit/action-button.tsx';
import { useCommand } from '../../../lib/kit/form/use-command.ts';
import { type Report, showNote } from '../api.ts';

type Note = Report['notes'][number];

/** Notes stay inside until the office chooses them for the customer. */
export function ReportNotes({ notes, zone }: { notes: readonly Note[]; zone: string }) {
  const [chosen, inside] = [true, false].map((is) => notes.filter(({ for_customer }) => for_customer === is));
  return (
    <>
      {chosen!.length > 0 && (
        <section className="report__part">
          <h2>What was done</h2>
          {chosen!.map((note) => (
            <NoteLine key={note.id} note={note} zone={zone} />
          ))}
        </section>
      )}
      {inside!.length > 0 && (
        <section className="report__part report__office" aria-label="Notes for the office">
          <h2>Only for the office</h2>
          <p className="report__hint">
            The customer does not see these notes: they are in no PDF and in no mail.
          </p>
          {inside!.map((note) => (
            <NoteLine key={note.id} note={note} zone={zone} />
          ))}
        </section>
      )}
    </>
  );
}

function NoteLine({ note, zone }: { note: Note; zone: string }) {
  const queryClient = useQueryClient();
  const { run, isRunning } = useCommand();
  const { id, text, noted_at, for_customer } = note;

  async function choose() {
    await run({
      what: [id, !for_customer],
      send: (key) => showNote(id, !for_customer, key),
      done: for_customer ? 'The note is for the office alone.' : 'The note is in the report.',
    });
    void queryClient.invalidateQueries({ queryKey: ['reports'] });
  }

  return (
    <div className="report__note">
      <div>
        <p className="report__text">{text}</p>
        <p className="report__when">{momentInWords(noted_at, zone)}</p>
      </div>
      <ActionButton
        variant="subtle"
        size="compact-sm"
        className="report__choose"
        busy={isRunning}
        aria-label={for_customer ? `Hide from the customer: ${text}` : `Show to the customer: ${text}`}
        onClick={() => void choose()}
      >
        {for_customer ? 'Hide from the customer' : 'Show to the customer'}
      </ActionButton>
    </div>
  );
}
