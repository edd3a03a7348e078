import { Alert, Badge, Checkbox, Text, TextInput } from '@mantine/core';
import { keyProblem, neededPermissions } from '@muster/domain/money/card-services/rules';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../../../../lib/api/api.ts';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { FormFrame } from '../../../../lib/kit/form/form-frame.tsx';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';
import { type CardServiceRow, cardServiceQuery, connectCards, setSigningSecret } from '../api.ts';
import './card-service.css';

/** Lets customers pay invoices by card: the Stripe account of the business, its key, and how Stripe tells us. */
export function CardService({ service }: { service: CardServiceRow | null }) {
  const [open, setOpen] = useState<'key' | 'secret'>();
  const close = () => setOpen(undefined);
  return (
    <section className="card-service" aria-labelledby="card-payments">
      <h2 id="card-payments">
        Card payments {service?.is_test && <Badge color="attention">Test mode</Badge>}
      </h2>
      {service ? (
        <Connected service={service} />
      ) : (
        <Text>
          Connect your own Stripe account, and customers can pay an invoice by card from its page. The money
          goes to your account, and each payment is recorded here by itself. Stripe charges its own fees.
        </Text>
      )}
      {open === undefined && (
        <div className="card-service__buttons">
          <ActionButton onClick={() => setOpen('key')}>
            {service ? 'Enter another key' : 'Connect Stripe'}
          </ActionButton>
          {service && service.hears !== 'made' && !service.needs_reconnect && (
            <ActionButton onClick={() => setOpen('secret')}>Hear from Stripe at once</ActionButton>
          )}
        </div>
      )}
      {open === 'key' && <KeyForm service={service} onDone={close} />}
      {open === 'secret' && service && <SecretForm service={service} onDone={close} />}
    </section>
  );
}

function Connected({ service }: { service: CardServiceRow }) {
  const { name, stripe_account, key_end, is_test, takes_payments, hears } = service;
  const isWorking = service.stopped_because === '' && !service.needs_reconnect;
  return (
    <>
      <Text>
        Your Stripe account is <strong>{name === '' ? stripe_account : name}</strong>
        {name !== '' && <> ({stripe_account})</>}, with the key that ends in {key_end}.{' '}
        {isWorking &&
          (hears === 'nothing'
            ? 'We ask Stripe what has been paid, every few seconds while someone is paying.'
            : 'Stripe tells us at once what has been paid.')}
      </Text>
      {is_test && (
        <Alert color="attention" title="Test mode">
          No money moves, and real cards don’t work. Test payments don’t count: invoices stay unpaid. To take
          real payments, enter a key that starts with rk_live_.
        </Alert>
      )}
      {takes_payments === false && (
        <Alert color="attention" title="Stripe doesn’t let this account take payments">
          Customers can’t pay by card. Sign in to Stripe to see what it needs. We ask again every hour; to
          have it asked now, enter the key again.
        </Alert>
      )}
    </>
  );
}

function KeyForm({ service, onDone }: { service: CardServiceRow | null; onDone: () => void }) {
  const queryClient = useQueryClient();
  const { decide, isRunning } = useCommand();
  const [key, setKey] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const [isOther, setOther] = useState(false);
  const [isConfirmed, setConfirmed] = useState(false);

  async function save() {
    const problem = keyProblem(key.trim());
    if (problem !== undefined) return setRefusal(problem);
    const body = { key: key.trim(), ...(isConfirmed && { is_other_account: true }) };
    const saved = await decide({
      what: ['connect cards', body, service?.version],
      send: (id) => connectCards(body, id),
      onRefused: ({ message, data }: ApiError) => {
        setRefusal(message);
        setOther((data as { other_account?: string } | null)?.other_account !== undefined);
        return true;
      },
      done: 'Connected to Stripe.',
    });
    if (!saved) return undefined;
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: cardServiceQuery.queryKey }),
      queryClient.invalidateQueries({ queryKey: ['connections'] }),
    ]);
    return onDone();
  }

  return (
    <FormFrame label="Card payments" isSaving={isRunning} onSubmit={() => void save()} onCancel={onDone}>
      <div className="card-service__form">
        <Text size="sm">
          In Stripe, choose Developers, API keys, Create restricted key, and give it these permissions. Then
          enter it here. We try it at once.
        </Text>
        <ul className="card-service__permissions">
          {neededPermissions.map(([name, right, why]) => (
            <li key={name}>
              <strong>
                {name}: {right}
              </strong>{' '}
              {why}
            </li>
          ))}
        </ul>
        <TextInput
          type="password"
          label="Restricted key"
          placeholder="rk_live_…"
          description="Encrypted, and never shown again"
          autoComplete="off"
          maxLength={300}
          value={key}
          error={refusal}
          onChange={(event) => {
            setKey(event.target.value);
            setRefusal(undefined);
          }}
        />
        {isOther && (
          <Checkbox
            label="Change to the other Stripe account"
            checked={isConfirmed}
            onChange={(event) => setConfirmed(event.target.checked)}
          />
        )}
        <Text size="sm" c="dimmed">
          Stripe gets the number, amount and email address of an invoice that a customer pays by card, and the
          link to its page, to lead them back. They enter their card at Stripe: we never see it.
        </Text>
        <div className="card-service__buttons">
          <ActionButton variant="filled" busy={isRunning} onClick={() => void save()}>
            Try and connect
          </ActionButton>
          <ActionButton variant="subtle" onClick={onDone}>
            Cancel
          </ActionButton>
        </div>
      </div>
    </FormFrame>
  );
}

/** An endpoint that the owner makes at Stripe by hand, because the key may not, or because it must come through a door of their own. */
function SecretForm({ service, onDone }: { service: CardServiceRow; onDone: () => void }) {
  const queryClient = useQueryClient();
  const { decide, isRunning } = useCommand();
  const [secret, setSecret] = useState('');
  const [refusal, setRefusal] = useState<string>();

  async function save() {
    if (!/^(whsec_\S+)?$/.test(secret.trim()))
      return setRefusal('A signing secret starts with whsec_. Copy it from the endpoint at Stripe.');
    const saved = await decide({
      what: ['signing secret', secret, service.version],
      send: (id) => setSigningSecret(secret.trim(), id),
      onRefused: ({ message }: ApiError) => {
        setRefusal(message);
        return true;
      },
      done:
        secret.trim() === ''
          ? 'Saved. We ask Stripe instead.'
          : 'Saved. Stripe tells us at once from now on.',
    });
    if (!saved) return undefined;
    await queryClient.invalidateQueries({ queryKey: cardServiceQuery.queryKey });
    return onDone();
  }

  return (
    <FormFrame label="Hear from Stripe" isSaving={isRunning} onSubmit={() => void save()} onCancel={onDone}>
      <div className="card-service__form">
        <Text size="sm">
          Everything works without this: we ask. If Stripe can reach this server, add an endpoint there for
          all events with the address below, and enter its signing secret.
        </Text>
        <TextInput label="Address for Stripe" readOnly value={service.address ?? ''} />
        <TextInput
          type="password"
          label="Signing secret"
          placeholder="whsec_…"
          description={
            service.hears === 'entered'
              ? 'Leave it empty to stop hearing from Stripe'
              : 'Encrypted, and never shown again'
          }
          autoComplete="off"
          maxLength={200}
          value={secret}
          error={refusal}
          onChange={(event) => {
            setSecret(event.target.value);
            setRefusal(undefined);
          }}
        />
        <div className="card-service__buttons">
          <ActionButton variant="filled" busy={isRunning} onClick={() => void save()}>
            Save
          </ActionButton>
          <ActionButton variant="subtle" onClick={onDone}>
            Cancel
          </ActionButton>
        </div>
      </div>
    </FormFrame>
  );
}
