import { Badge, Menu, Text } from '@mantine/core';
import { visitNumber } from '@muster/domain/jobs/rules';
import { hasBegun, isOver, mayMove } from '@muster/domain/visits/states';
import { type ReactNode, useState } from 'react';
import { ActionButton } from '../../../lib/kit/action-button.tsx';
import { useCommand } from '../../../lib/kit/form/use-command.ts';
import { MoreMenu } from '../../../lib/kit/more-menu.tsx';
import { WorkStateBadge } from '../../../lib/kit/work-state.tsx';
import { currentScenario } from '../../../lib/scenario.ts';
import {
  addVisit,
  cancelVisit,
  dispatchVisit,
  type JobRecord,
  type JobType,
  pinVisit,
  restoreVisit,
  unpinVisit,
  unscheduleVisit,
  type VisitRecord,
} from '../api.ts';
import { anotherLike } from '../model/visit-fields.ts';
import { CancelForm } from './cancel-form.tsx';
import { OutcomeForm } from './outcome-form.tsx';
import { ScheduleForm } from './schedule-form.tsx';
import { useJobCache } from './use-job-cache.ts';
import { VisitFacts } from './visit-facts.tsx';
import { VisitForm } from './visit-form.tsx';
import './visit-card.css';

interface VisitCardProps {
  job: JobRecord;
  visit: VisitRecord;
  type: JobType | undefined;
  /** Of the business. */
  zone: string;
  /** What is known of it from the field. */
  children: ReactNode;
}

type Task = 'schedule' | 'edit' | 'outcome' | 'cancel';

export function VisitCard({ job, visit, type, zone, children }: VisitCardProps) {
  const { run, isRunning } = useCommand();
  const cache = useJobCache(job);
  /** The form that is open for this visit. */
  const [task, setTask] = useState<Task>();
  const close = () => setTask(undefined);
  const { id, version, state, assignments } = visit;
  const isPinned = assignments.some(({ is_pinned }) => is_pinned);
  const isOpen = !isOver(state) && state !== 'cancelled';
  const canGrow = job.archived_at === null;
  const number = visitNumber(job.number, visit.number);

  async function act(
    what: string,
    send: (key: string) => Promise<{ row: VisitRecord; change: number; made: boolean }>,
    done: string,
  ) {
    const row = await run({ what: [id, version, what], send, done });
    cache.readAgain();
    // What was typed stays where it was refused.
    if (!row) return;
    cache.putVisit(row);
    close();
  }

  async function duplicate() {
    await run({
      what: [id, version, 'duplicate'],
      send: (key) => addVisit(job.id, anotherLike(visit), key),
      done: 'Another visit like it waits to be planned.',
    });
    cache.readAgain();
  }

  if (task === 'edit') return <VisitForm job={job} type={type} visit={visit} onClose={close} />;
  return (
    <article className="visit-card" aria-label={`Visit ${number}`}>
      <div className="visit-card__top">
        <span className="visit-card__number">{number}</span>
        <WorkStateBadge state={state} />
        {isPinned && <Badge color="grey">Pinned</Badge>}
        <div className="visit-card__actions">
          {!hasBegun(state) && state !== 'cancelled' && task === undefined && (
            <ActionButton size="compact-sm" onClick={() => setTask('schedule')}>
              {assignments.length === 0 ? 'Schedule' : 'Move'}
            </ActionButton>
          )}
          {state === 'planned' && currentScenario() === null && (
            <ActionButton
              size="compact-sm"
              busy={isRunning}
              onClick={() =>
                void act('dispatch', (key) => dispatchVisit(id, key), 'The crew is told of the visit.')
              }
            >
              Dispatch
            </ActionButton>
          )}
          {state === 'cancelled' && (
            <ActionButton
              size="compact-sm"
              busy={isRunning}
              onClick={() =>
                void act('restore', (key) => restoreVisit(id, key), 'The visit is back, unscheduled.')
              }
            >
              Restore
            </ActionButton>
          )}
          {(isOpen || canGrow) && (
            <MoreMenu label={`More actions for visit ${number}`}>
              {isOpen && <Menu.Item onClick={() => setTask('edit')}>Edit</Menu.Item>}
              {canGrow && <Menu.Item onClick={() => void duplicate()}>Duplicate</Menu.Item>}
              {mayMove(state, 'completed') && (
                <Menu.Item onClick={() => setTask('outcome')}>How did it go…</Menu.Item>
              )}
              {assignments.length > 0 && !hasBegun(state) && (
                <>
                  <Menu.Item
                    onClick={() =>
                      void (isPinned
                        ? act('unpin', (key) => unpinVisit(id, key), 'The visit may be moved.')
                        : act('pin', (key) => pinVisit(id, key), 'The visit stays where it is.'))
                    }
                  >
                    {isPinned ? 'Unpin' : 'Pin'}
                  </Menu.Item>
                  <Menu.Item
                    onClick={() =>
                      void act('unschedule', (key) => unscheduleVisit(id, key), 'The visit is off the board.')
                    }
                  >
                    Take off the board
                  </Menu.Item>
                </>
              )}
              {mayMove(state, 'cancelled') && (
                <Menu.Item color="danger" onClick={() => setTask('cancel')}>
                  Cancel the visit…
                </Menu.Item>
              )}
            </MoreMenu>
          )}
        </div>
      </div>
      <VisitFacts visit={visit} siteZone={job.site.zone} zone={zone} />
      {visit.note !== '' && <Text c="dimmed">{visit.note}</Text>}
      {task === 'schedule' && <ScheduleForm job={job} visit={visit} onClose={close} />}
      {task === 'outcome' && <OutcomeForm job={job} visit={visit} onClose={close} />}
      {task === 'cancel' && (
        <CancelForm
          label="Cancel the visit"
          isBusy={isRunning}
          onCancel={(reason) =>
            void act('cancel', (key) => cancelVisit(id, reason, key), 'The visit is cancelled.')
          }
          onClose={close}
        />
      )}
      {children}
    </article>
  );
}
