import { Button, Group, Text } from '@mantine/core';
import { jobNumber, type JobState } from '@muster/domain/work/jobs/rules';
import { Link } from '@tanstack/react-router';
import { DrawerSection } from '../../../../lib/kit/drawer/drawer-section.tsx';
import { WorkStateBadge } from '../../../../lib/kit/work-state.tsx';
import type { CustomerRecord } from '../api.ts';
import './customer-jobs.css';

/** The latest jobs of a customer, with the way to all of them and to the next. */
export function CustomerJobs({ customer, canAdd = true }: { customer: CustomerRecord; canAdd?: boolean }) {
  const { jobs } = customer;
  return (
    <DrawerSection
      title="Jobs"
      action={
        <Group gap="xs">
          {jobs.length > 0 && (
            <Button
              variant="subtle"
              size="compact-sm"
              renderRoot={(props) => <Link to="/jobs" search={{ customer: customer.id }} {...props} />}
            >
              All jobs
            </Button>
          )}
          {canAdd && (
            <Button
              variant="subtle"
              size="compact-sm"
              renderRoot={(props) => <Link to="/jobs/new" search={{ customer: customer.id }} {...props} />}
            >
              New job
            </Button>
          )}
        </Group>
      }
    >
      {jobs.length === 0 && <Text c="dimmed">None yet.</Text>}
      <ul className="entries">
        {jobs.map(({ id, number, description, state }) => (
          <li key={id}>
            <Link to="/jobs/$number" params={{ number: jobNumber(number) }} className="customer-job">
              <span className="customer-job__number">{jobNumber(number)}</span>
              <Text span truncate flex={1} miw={0}>
                {description || 'No description'}
              </Text>
              <WorkStateBadge state={state as JobState} />
            </Link>
          </li>
        ))}
      </ul>
    </DrawerSection>
  );
}
