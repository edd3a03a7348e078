import { Button } from '@mantine/core';
import type { Board } from '@muster/domain/scheduling/board/prepared';
import type { ComponentProps } from 'react';
import { PlanButton } from '../../features/planning/components/plan-menu.tsx';
import { ProposalPanel } from '../../features/planning/components/proposal-panel.tsx';
import type { Planning } from '../../features/planning/components/use-planning.ts';
import { daysInWords, quickRepair } from '../../features/planning/model/ways.ts';

interface PlanActionsProps extends Omit<ComponentProps<typeof PlanButton>, 'busy' | 'onPlan'> {
  planning: Planning;
  isPhone: boolean | undefined;
}

/** In the bar: a proposal that waits for an answer, and the way to another. */
export function PlanActions({ planning, isPhone, ...menu }: PlanActionsProps) {
  const { open, proposal, isAsking, start, show } = planning;
  return (
    <>
      {open
        .filter(({ id }) => !isPhone && id !== proposal?.id)
        .map((one) => (
          <Button
            key={one.id}
            size="compact-sm"
            variant="light"
            title={`${one.made_by.name || 'A program'} has planned ${daysInWords(one)}`}
            onClick={() => show(one.id)}
          >
            Proposal
          </Button>
        ))}
      <PlanButton {...menu} busy={isAsking} onPlan={start} />
    </>
  );
}

interface PlanDrawerProps extends Omit<
  ComponentProps<typeof ProposalPanel>,
  'proposal' | 'choice' | 'onRepair' | 'onClose'
> {
  planning: Planning;
  board: Board;
}

/** The proposal that somebody looks at, if there is one. */
export function PlanDrawer({ planning, ...panel }: PlanDrawerProps) {
  const { proposal, show, start } = planning;
  return (
    proposal && (
      <ProposalPanel
        key={proposal.id}
        {...panel}
        proposal={proposal}
        choice={planning}
        onRepair={() => start(quickRepair, undefined, proposal)}
        onClose={() => show(undefined)}
      />
    )
  );
}
