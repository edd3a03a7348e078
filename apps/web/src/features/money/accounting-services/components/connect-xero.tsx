import { Alert, Text } from '@mantine/core';
import { sharedWith } from '@muster/domain/messages/connections/rules';
import { useQueryClient } from '@tanstack/react-query';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { EmptyList } from '../../../../lib/kit/empty-list.tsx';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';
import { RowItem, Rows } from '../../../../lib/kit/rows/rows.tsx';
import {
  type AccountingStateRow,
  accountingQuery,
  chooseNone,
  chooseOrganisation,
  goToXero,
} from '../api.ts';
import './accounting-services.css';

/** Sends the browser to Xero, where whoever owns the books says what Muster may use. */
export function GoToXero({ label, isMain = true }: { label: string; isMain?: boolean }) {
  const { decide, isRunning } = useCommand();
  async function go() {
    const answer = await decide({ what: 'xero', send: goToXero });
    if (answer) window.location.assign(answer.url);
  }
  return (
    <ActionButton variant={isMain ? 'filled' : 'default'} busy={isRunning} onClick={() => void go()}>
      {label}
    </ActionButton>
  );
}

/** Where nothing is connected: what it is for, and the first step for whoever may take it. */
export function NotConnected({ state, isOwner }: { state: AccountingStateRow; isOwner: boolean }) {
  const { offered, before } = state;
  if (!offered)
    return (
      <EmptyList
        title="Xero isn’t set up on this server"
        text="Whoever runs this server can set it up. Until then, export your invoices and payments under Invoices, GST and exports."
      />
    );
  const about =
    'Sign in to Xero and choose your organisation. You then say where sales and payments belong there, and from which day on. Xero tells Muster what was paid there.';
  return (
    <>
      <EmptyList
        title={before === null ? 'Your books aren’t connected' : `${before} is disconnected`}
        text={
          before === null
            ? about
            : `What went over before stays linked. Connect ${before} again to go on where you stopped, or another organisation to begin anew.`
        }
        action={isOwner ? <GoToXero label="Connect Xero" /> : undefined}
      />
      <Text size="sm" c="dimmed" ta="center" maw={520} mx="auto">
        {isOwner ? sharedWith({ kind: 'xero', host: 'Xero' }) : 'An owner can connect them.'}
      </Text>
    </>
  );
}

interface ChooseProps {
  state: AccountingStateRow;
  offers: NonNullable<AccountingStateRow['offers']>;
}

/** Back from Xero: which of the organisations invoices go to, and what that means for the one before. */
export function ChooseOrganisation({ state: { row, before }, offers }: ChooseProps) {
  const queryClient = useQueryClient();
  const { decide, isRunning } = useCommand();
  const refresh = () => queryClient.invalidateQueries({ queryKey: accountingQuery.queryKey });

  async function choose(id: string, name: string) {
    await decide({
      what: id,
      send: (key) => chooseOrganisation(id, key),
      done: `${name} is connected.`,
    });
    await refresh();
  }

  async function leave() {
    await decide({ what: 'none', send: chooseNone });
    await refresh();
  }

  return (
    <section className="accounting-choice" aria-labelledby="choose-organisation">
      <h2 id="choose-organisation">Choose the organisation</h2>
      {offers.length === 0 ? (
        <Text>Xero let Muster in to no organisation. Go to Xero again and tick yours.</Text>
      ) : (
        <Rows label="Organisations">
          {offers.map(({ organisation_id, name, problems, known }) => (
            <RowItem
              key={organisation_id}
              title={name}
              about={
                problems[0] ??
                consequence({ name, known, isOther: row?.organisation_id !== organisation_id, before })
              }
              aside={
                problems.length === 0 && (
                  <ActionButton
                    variant="filled"
                    busy={isRunning}
                    aria-label={`Use ${name}`}
                    onClick={() => void choose(organisation_id, name)}
                  >
                    Use
                  </ActionButton>
                )
              }
            />
          ))}
        </Rows>
      )}
      <div className="accounting-choice__buttons">
        <GoToXero label="Go to Xero again" isMain={offers.length === 0} />
        <ActionButton variant="subtle" busy={isRunning} onClick={() => void leave()}>
          {row === null ? 'Don’t connect' : `Keep ${row.organisation_name}`}
        </ActionButton>
      </div>
    </section>
  );
}

function consequence(offer: {
  name: string;
  known: boolean;
  isOther: boolean;
  before: string | null;
}): string {
  const { known, isOther, before } = offer;
  if (known)
    return 'It goes on where it was: what went over before stays linked, and nothing goes over twice.';
  if (isOther && before !== null)
    return `This isn’t ${before}. It begins anew: invoices that went to ${before} stay there, and only those from the day you choose come here.`;
  return 'Nothing goes over until you’ve chosen where it belongs and from which day on.';
}

/** While it is asked what Muster may use, and when that came to nothing. */
export function ComingBack({ problem }: { problem: string | null }) {
  if (problem === null) return <Text component="output">Asking Xero for your organisations…</Text>;
  return (
    <Alert color="attention" title="Xero isn’t connected yet" role="alert">
      {problem}
    </Alert>
  );
}
