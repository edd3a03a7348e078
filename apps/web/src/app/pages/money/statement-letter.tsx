import { Link } from '@tanstack/react-router';
import { sendStatement, statementLetterQuery } from '../../../features/money/invoice-letters/api.ts';
import {
  LetterDialog,
  type SeenLetter,
} from '../../../features/money/invoice-letters/components/letter-dialog.tsx';
import { useCommand } from '../../../lib/kit/form/use-command.ts';
import { useBusiness } from '../work/use-business.ts';

interface StatementLetterProps {
  customer: { id: string; name: string };
  period: { from: string; to: string };
  onClose: () => void;
}

/** Emails a customer their statement, once it was seen. */
export function StatementLetter({ customer: { id, name }, period, onClose }: StatementLetterProps) {
  const { zone } = useBusiness();
  const { decide, isRunning } = useCommand();

  async function send({ contact_id, message, fingerprint }: SeenLetter, to: string) {
    const letter = { ...period, contact_id, message, fingerprint };
    const sent = await decide({
      what: [id, letter],
      send: (key) => sendStatement(id, letter, key),
      done: `The statement is on its way to ${to}.`,
    });
    if (sent) onClose();
  }

  return (
    <LetterDialog
      title={`Email the statement of ${name}`}
      queryOf={(contact) => statementLetterQuery(id, period, contact)}
      zone={zone}
      isRunning={isRunning}
      onSend={(letter, to) => void send(letter, to)}
      onClose={onClose}
      customer={
        <Link to="/customers/$id" params={{ id }}>
          {name}
        </Link>
      }
    />
  );
}
