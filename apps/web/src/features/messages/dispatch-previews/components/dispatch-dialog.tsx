import { Button, Group, List, Modal, Skeleton, Stack, Text } from '@mantine/core';
import type { DispatchPreview } from '@muster/domain/messages/dispatch-previews/schema';
import { dateInWords } from '@muster/domain/values/clock-words';
import type { LocalDate } from '@muster/domain/values/local-time';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { Problem } from '../../../../lib/kit/problem.tsx';
import { useFocusBack } from '../../../../lib/kit/use-focus-back.ts';
import { dispatchPreviewQuery } from '../api.ts';
import { awayInWords, counted, reachedInWords, someNames } from '../model/preview-words.ts';

interface DispatchDialogProps {
  date: LocalDate;
  /** The one whose day it is, if not everybody's. */
  technician: { id: string; name: string } | undefined;
  /** Some visits rather than the day. */
  visits: readonly string[] | undefined;
  /** How many visits wait for it, as the board knows. */
  count: number;
  /** Only owners invite. */
  mayInvite: boolean;
  /** Gets who will hear of it and who can’t, and answers whether it was done. */
  onDispatch: (told: string) => Promise<boolean>;
  onClose: () => void;
}

/** Who will be told and how, and who can't be, before a day is dispatched. */
export function DispatchDialog(props: DispatchDialogProps) {
  const { date, technician, visits, count, mayInvite, onDispatch, onClose } = props;
  useFocusBack();
  const preview = useQuery(dispatchPreviewQuery(date, { technician: technician?.id, visits }));
  const [isSending, setIsSending] = useState(false);

  async function send() {
    if (!preview.data) return;
    setIsSending(true);
    const isDone = await onDispatch(reachedInWords(preview.data));
    setIsSending(false);
    if (isDone) onClose();
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={
        visits
          ? `Dispatch ${counted(visits.length, 'visit')}`
          : `Dispatch ${technician ? `${technician.name}, ` : ''}${dateInWords(date)}`
      }
    >
      <Stack gap="md">
        {preview.data ? (
          <>
            <Crews crews={preview.data.crews} date={date} mayInvite={mayInvite} />
            <Customers customers={preview.data.customers} />
          </>
        ) : preview.error ? (
          <Problem
            title="We couldn’t load who will hear of it"
            error={preview.error}
            onRetry={() => void preview.refetch()}
          />
        ) : (
          <Stack gap="xs" aria-busy aria-label="Loading">
            <Skeleton height={18} />
            <Skeleton height={18} width="70%" />
          </Stack>
        )}
        <Group gap="xs">
          <ActionButton
            variant="filled"
            busy={isSending}
            data-autofocus
            // It keeps the focus, which a disabled one would lose.
            {...(!preview.data && { 'aria-disabled': true, 'data-disabled': true })}
            onClick={() => void send()}
          >
            Dispatch {counted(count, 'visit')}
          </ActionButton>
          <Button variant="subtle" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

interface CrewsProps extends Pick<DispatchPreview, 'crews'> {
  date: LocalDate;
  mayInvite: boolean;
}

function Crews({ crews, date, mayInvite }: CrewsProps) {
  const named = (reach: DispatchPreview['crews'][number]['reach']) =>
    crews.filter((one) => one.reach === reach).map(({ name }) => name);
  const away = crews.filter((one) => one.away > 0);
  const [signedIn, invited, none] = [named('sign-in'), named('invited'), named('none')];
  return (
    <section aria-label="Technicians">
      <Text fw={600} size="sm">
        Technicians
      </Text>
      <List size="sm" spacing={4} listStyleType="disc">
        {away.map((one) => (
          <List.Item key={one.id} c="attention">
            {awayInWords(one)}
          </List.Item>
        ))}
        {signedIn.length > 0 && (
          <List.Item>
            {someNames(signedIn)} {signedIn.length === 1 ? 'sees' : 'see'} it in Muster straight away.
          </List.Item>
        )}
        {invited.length > 0 && (
          <List.Item>
            {someNames(invited)} {invited.length === 1 ? 'hasn’t' : 'haven’t'} accepted the invitation yet, so
            you’ll need to tell them yourself.
          </List.Item>
        )}
        {none.length > 0 && (
          <List.Item>
            {someNames(none)} {none.length === 1 ? 'has' : 'have'} no sign-in, so Muster can’t tell them.{' '}
            <Link to="/print/day" search={{ date }}>
              Print the day
            </Link>
            {mayInvite ? (
              <>
                {' '}
                or <Link to="/team">invite them</Link>.
              </>
            ) : (
              ', or ask an owner to invite them.'
            )}
          </List.Item>
        )}
      </List>
    </section>
  );
}

function Customers({ customers }: Pick<DispatchPreview, 'customers'>) {
  const { is_on, emails, texts, confirmed, changed, without_address } = customers;
  const isNobody = confirmed.length + changed.length + without_address.length === 0;
  return (
    <section aria-label="Customers">
      <Text fw={600} size="sm">
        Customers
      </Text>
      {!is_on || isNobody ? (
        <Text size="sm">
          {is_on
            ? 'No customer gets a message.'
            : 'No customer gets a message: messages about visits are off in Settings.'}
        </Text>
      ) : (
        <List size="sm" spacing={4} listStyleType="disc">
          {confirmed.length > 0 && (
            <List.Item>
              {counted(confirmed.length, 'customer')} will hear when to expect you: {someNames(confirmed)}.
            </List.Item>
          )}
          {changed.length > 0 && (
            <List.Item>
              {counted(changed.length, 'customer')} will hear of a new time: {someNames(changed)}.
            </List.Item>
          )}
          {emails > 0 && (
            <List.Item>
              {counted(emails, 'email')} in a minute. Several visits of a customer are one email.
            </List.Item>
          )}
          {texts > 0 && (
            <List.Item>{counted(texts, 'text')} in a minute, or when quiet hours are over.</List.Item>
          )}
          {without_address.length > 0 && (
            <List.Item>
              {someNames(without_address)} can’t be reached by email or text, so call{' '}
              {without_address.length === 1 ? 'them' : 'each of them'}.
            </List.Item>
          )}
        </List>
      )}
    </section>
  );
}
