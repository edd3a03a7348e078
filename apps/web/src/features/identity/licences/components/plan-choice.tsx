import { Alert, Badge, Text } from '@mantine/core';
import type { Conflict } from '@muster/domain/basics/changes/schema';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../../../../lib/api/api.ts';
import { money } from '../../../../lib/format/format.ts';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';
import { aMonth } from '../../../../lib/page/page-settings.ts';
import { choosePlan, type Licences, licencesQuery } from '../api.ts';
import { Holders } from './holders.tsx';
import './licences.css';

interface Plan {
  code: string;
  name: string;
  licences: number;
  price_cents: number;
}

/** Taken at once. Fewer licences than are in use are refused, with whoever holds them. */
export function PlanChoice({ plans, licences }: { plans: readonly Plan[]; licences: Licences }) {
  const queryClient = useQueryClient();
  const { decide, isRunning } = useCommand();
  const [refusal, setRefusal] = useState<{ plan: Plan; text: string }>();
  const isCurrent = ({ code, licences: sold }: Plan) =>
    code === licences.plan.code && sold === licences.licences;

  async function choose(plan: Plan) {
    setRefusal(undefined);
    await decide({
      what: plan.code,
      send: (key) => choosePlan(plan.code, key),
      done: `You’re now on ${plan.name}, with ${countWords(plan.licences)}.`,
      onRefused(error: ApiError) {
        const isHeld = (error.data as Conflict)?.used_by !== undefined;
        if (isHeld) setRefusal({ plan, text: error.message });
        return isHeld;
      },
    });
    await queryClient.invalidateQueries({ queryKey: licencesQuery.queryKey });
  }

  const surplus = refusal ? licences.used_by.length - refusal.plan.licences : 0;
  return (
    <>
      <div className="licences__plans">
        {plans.map((plan) => (
          <article key={plan.code} className="licences__plan" data-current={isCurrent(plan) || undefined}>
            <div>
              <h3>{plan.name}</h3>
              <p className="licences__price">
                {money(plan.price_cents)}
                <Text span size="sm" c="dimmed">
                  {' '}
                  {aMonth()}
                </Text>
              </p>
              <Text c="dimmed">Schedule {technicianWords(plan.licences)}.</Text>
            </div>
            {isCurrent(plan) ? (
              <Badge color="ok" size="lg">
                Your plan
              </Badge>
            ) : (
              <ActionButton
                busy={isRunning}
                aria-label={`Change to ${plan.name}`}
                onClick={() => void choose(plan)}
              >
                Change to {plan.name}
              </ActionButton>
            )}
          </article>
        ))}
      </div>
      {refusal && (
        <Alert
          color="attention"
          mt="md"
          maw={960}
          role="alert"
          title={surplus > 0 ? `${refusal.plan.name} has too few licences` : 'You can change your plan now'}
          withCloseButton
          closeButtonLabel="Dismiss"
          onClose={() => setRefusal(undefined)}
        >
          {surplus > 0 ? (
            <>
              <Text mb="sm">
                {refusal.text} Deactivated technicians leave the board but keep their history.
              </Text>
              <Holders holders={licences.used_by} />
            </>
          ) : (
            <ActionButton variant="filled" busy={isRunning} onClick={() => void choose(refusal.plan)}>
              Change to {refusal.plan.name} now
            </ActionButton>
          )}
        </Alert>
      )}
    </>
  );
}

function countWords(licences: number): string {
  return licences === 1 ? '1 licence' : `${licences} licences`;
}

function technicianWords(licences: number): string {
  return licences === 1 ? '1 technician' : `up to ${licences} technicians`;
}
