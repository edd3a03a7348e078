import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import {
  LetterDialog,
  type SeenLetter,
} from '../../../features/money/invoice-letters/components/letter-dialog.tsx';
import { useCommand } from '../../../lib/kit/form/use-command.ts';
import { useBusiness } from '../work/use-business.ts';

interface AccountLetterProps extends Pick<ComponentProps<typeof LetterDialog>, 'title' | 'queryOf'> {
  /** "The statement", as it is told of once it is on its way. */
  what: string;
  customer: { id: string; name: string };
  send: (letter: Omit<SeenLetter, 'ways'>, key: string) => Promise<unknown>;
  onClose: () => void;
}

/** Emails a customer their statement or a receipt, once it was seen. */
export function AccountLetter({ title, what, customer, queryOf, send, onClose }: AccountLetterProps) {
  const { id, name } = customer;
  const { zone } = useBusiness();
  const { decide, isRunning } = useCommand();

  async function sendSeen({ contact_id, message, fingerprint }: SeenLetter, to: string) {
    const letter = { contact_id, message, fingerprint };
    const sent = await decide({
      what: [title, letter],
      send: (key) => send(letter, key),
      done: `${what} is on its way to ${to}.`,
    });
    if (sent) onClose();
  }

  return (
    <LetterDialog
      title={title}
      queryOf={queryOf}
      zone={zone}
      isRunning={isRunning}
      onSend={(letter, to) => void sendSeen(letter, to)}
      onClose={onClose}
      customer={
        <Link to="/customers/$id" params={{ id }}>
          {name}
        </Link>
      }
    />
  );
}
