import { Badge, Menu, Text, Group, Stack, Textarea } from '@mantine/core';
import {
  isLost,
  isUnsure,
  messageInWords,
  messageNames,
  sentInWords,
} from '@muster/domain/messages/customer-messages/rules';
import { visitNumber } from '@muster/domain/work/jobs/rules';
import type { Outcome } from '@muster/domain/work/visits/states';
import { hasBegun, isOver, mayMove, outcomes } from '@muster/domain/work/visits/states';
import type { ReactNode } from 'react';
import { useState } from 'react';
import type { JobType } from '../../../../lib/choices/jobs.ts';
import { currentScenario } from '../../../../lib/board/scenario.ts';
import { sendAgain, takeBackTexts } from '../../../../lib/board/untold.ts';
import { workStateWord } from '../../../../lib/board/work-states.ts';
import { moment } from '../../../../lib/format/format.ts';
import { Refusal } from '../../../../lib/forms/refusal.tsx';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { useSkills } from '../../../../lib/kit/choices/use-skills.ts';
import { ChoiceButtons } from '../../../../lib/kit/form/choice-buttons.tsx';
import { FormFrame } from '../../../../lib/kit/form/form-frame.tsx';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';
import { MoreMenu } from '../../../../lib/kit/more-menu.tsx';
import { WorkStateBadge } from '../../../../lib/kit/work-state.tsx';
import type { JobRecord, VisitRecord } from '../api.ts';
import {
  addVisit,
  cancelVisit,
  dispatchVisit,
  pinVisit,
  restoreVisit,
  unpinVisit,
  unscheduleVisit,
  reportOutcome,
} from '../api.ts';
import { anotherLike } from '../model/visit-fields.ts';
import { bookingWords, needWords, promiseWords } from '../model/visit-words.ts';
import { CancelForm } from './cancel-form.tsx';
import { ScheduleForm } from './schedule-form.tsx';
import { useJobCache } from './use-job-cache.ts';
import { VisitForm } from './visit-form.tsx';
import './visit-card.css';

interface VisitCardProps {
  job: JobRecord;
  visit: VisitRecord;
  type: JobType | undefined;
  /** Of the business. */
  zone: string;
  renderDispatch: RenderDispatch;
  /** What is known of it from the field. */
  children: ReactNode;
}

/** What says who hears of a visit before it is dispatched. */
export type RenderDispatch = (asked: {
  visit: VisitRecord;
  /** Gets what else there is to say once it is done, and answers whether it was. */
  onDispatch: (told: string) => Promise<boolean>;
  onClose: () => void;
}) => ReactNode;

type Task = 'schedule' | 'edit' | 'dispatch' | 'outcome' | 'cancel';

export function VisitCard({ job, visit, type, zone, renderDispatch, children }: VisitCardProps) {
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
    // Of a dispatch it was said before who is emailed.
    const row = await run({ what: [id, version, what], send, done, mayMail: what !== 'dispatch' });
    cache.readAgain();
    // What was typed stays where it was refused.
    if (!row) return false;
    cache.putVisit(row);
    close();
    return true;
  }

  async function duplicate() {
    await run({
      what: [id, version, 'duplicate'],
      send: (key) => addVisit(job.id, anotherLike(visit), key),
      done: 'Visit duplicated. It’s unscheduled.',
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
        {visit.entered_at !== null && <Badge color="grey">Entered afterwards</Badge>}
        <div className="visit-card__actions">
          {!hasBegun(state) && state !== 'cancelled' && task === undefined && (
            <ActionButton size="compact-sm" onClick={() => setTask('schedule')}>
              {assignments.length === 0 ? 'Schedule' : 'Move'}
            </ActionButton>
          )}
          {state === 'planned' && currentScenario() === null && (
            <ActionButton size="compact-sm" onClick={() => setTask('dispatch')}>
              Dispatch
            </ActionButton>
          )}
          {state === 'cancelled' && (
            <ActionButton
              size="compact-sm"
              busy={isRunning}
              onClick={() =>
                void act('restore', (key) => restoreVisit(id, key), 'Visit restored. It’s unscheduled.')
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
                <Menu.Item onClick={() => setTask('outcome')}>Record outcome…</Menu.Item>
              )}
              {assignments.length > 0 && !hasBegun(state) && (
                <>
                  <Menu.Item
                    onClick={() =>
                      void (isPinned
                        ? act('unpin', (key) => unpinVisit(id, key), 'Visit unpinned.')
                        : act('pin', (key) => pinVisit(id, key), 'Visit pinned. Planning won’t move it.'))
                    }
                  >
                    {isPinned ? 'Unpin' : 'Pin'}
                  </Menu.Item>
                  <Menu.Item
                    onClick={() =>
                      void act('unschedule', (key) => unscheduleVisit(id, key), 'Visit unscheduled.')
                    }
                  >
                    Unschedule
                  </Menu.Item>
                </>
              )}
              {mayMove(state, 'cancelled') && (
                <Menu.Item color="danger" onClick={() => setTask('cancel')}>
                  Cancel visit…
                </Menu.Item>
              )}
            </MoreMenu>
          )}
        </div>
      </div>
      <VisitFacts job={job} visit={visit} siteZone={job.site.zone} zone={zone} />
      {visit.note !== '' && <Text c="dimmed">{visit.note}</Text>}
      {task === 'schedule' && <ScheduleForm job={job} visit={visit} onClose={close} />}
      {task === 'dispatch' &&
        state === 'planned' &&
        renderDispatch({
          visit,
          onDispatch: (told) =>
            act('dispatch', (key) => dispatchVisit(id, key), `Visit dispatched. ${told}`.trim()),
          onClose: close,
        })}
      {task === 'outcome' && <OutcomeForm job={job} visit={visit} onClose={close} />}
      {task === 'cancel' && (
        <CancelForm
          label="Cancel visit"
          isBusy={isRunning}
          onCancel={(reason) => void act('cancel', (key) => cancelVisit(id, reason, key), 'Visit cancelled.')}
          onClose={close}
        />
      )}
      {children}
    </article>
  );
}

const questions: Partial<Record<Outcome, string>> = {
  'needs return': 'What’s missing',
  'could not complete': 'Why it couldn’t be completed',
};

/** How a visit went. A return gets a visit of its own, unscheduled. */
function OutcomeForm(props: { job: JobRecord; visit: VisitRecord; onClose: () => void }) {
  const { job, visit, onClose } = props;
  const { run, isRunning } = useCommand();
  const cache = useJobCache(job);
  const [outcome, setOutcome] = useState<Outcome>('completed');
  const [reason, setReason] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const question = questions[outcome];

  async function send() {
    if (question !== undefined && reason.trim() === '') {
      setRefusal(`Say ${question.toLowerCase()}.`);
      return;
    }
    const body = { outcome, ...(question !== undefined && { reason: reason.trim() }) };
    const row = await run({
      what: [visit.id, body],
      send: (key) => reportOutcome(visit.id, body, key),
      done:
        outcome === 'needs return'
          ? 'Outcome saved. A return visit is ready to schedule.'
          : `Outcome saved: ${outcome}.`,
    });
    if (!row) return;
    cache.putVisit(row);
    cache.readAgain();
    onClose();
  }

  return (
    <div className="entries__form">
      <FormFrame label="Outcome" isSaving={isRunning} onSubmit={() => void send()} onCancel={onClose}>
        <Stack gap="sm">
          <ChoiceButtons
            label="Outcome"
            choices={outcomes.map((value) => ({ value, label: workStateWord(value) }))}
            isChosen={(value) => value === outcome}
            onChoose={(value) => {
              setOutcome(value);
              setRefusal(undefined);
            }}
          />
          {question !== undefined && (
            <Textarea
              label={question}
              autosize
              minRows={2}
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
          <Group gap="xs">
            <ActionButton variant="filled" busy={isRunning} onClick={() => void send()}>
              Save outcome
            </ActionButton>
            <ActionButton variant="subtle" onClick={onClose}>
              Cancel
            </ActionButton>
          </Group>
          <Refusal text={refusal} />
        </Stack>
      </FormFrame>
    </div>
  );
}

/** What was told of a visit, to whom and whether it was sent: the latest, and those before on request. */
function Messages({ job, visit: { messages } }: { job: JobRecord; visit: VisitRecord }) {
  const [latest, ...before] = messages;
  if (!latest) return null;
  return (
    <>
      <Message message={latest} />
      <MessageActions job={job} message={latest} />
      {before.length > 0 && (
        <details className="visit-card__before">
          <summary>{before.length === 1 ? '1 message before' : `${before.length} messages before`}</summary>
          {before.map((message) => (
            <Message key={message.id} message={message} />
          ))}
        </details>
      )}
    </>
  );
}

function Message({ message }: { message: VisitRecord['messages'][number] }) {
  const { recipients, problem } = message;
  // What was sent before it was kept to whom has no names.
  const isNamed = recipients.length > 0;
  return (
    <div>
      <Text c={problem === null ? 'dimmed' : 'attention'}>
        {problem === null || !isNamed ? messageInWords(message) : messageNames[message.kind]}
      </Text>
      {isNamed && (
        <ul className="visit-card__told">
          {recipients.map((one) => (
            <li
              key={`${one.contact_id ?? 'customer'} ${one.way ?? 'email'}`}
              data-unsent={isLost(one) || undefined}
            >
              {one.name || one.to_address || 'A contact who was removed'}: {sentInWords(one, message.zone)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** What can be done about the latest: what waits is taken back, what did not arrive is sent again. */
function MessageActions({ job, message }: { job: JobRecord; message: VisitRecord['messages'][number] }) {
  const { run, isRunning } = useCommand();
  const cache = useJobCache(job);
  const { id, version, recipients } = message;
  const waits = recipients.some(
    ({ way, problem, state }) => way === 'text' && problem === null && state?.name === 'waiting',
  );
  const isMissed = recipients.some(isUnsure);
  if (!waits && !isMissed) return null;
  const act = async (
    what: string,
    send: (id: string, key: string) => Promise<{ change: number; made: boolean }>,
    done: string,
  ) => {
    await run({ what: [id, version, what], send: (key) => send(id, key), done });
    cache.readAgain();
  };
  return (
    <Group gap="xs">
      {waits && (
        <ActionButton
          size="compact-sm"
          busy={isRunning}
          onClick={() => void act('take back', takeBackTexts, 'Text taken back. It hasn’t left.')}
        >
          Take back the text
        </ActionButton>
      )}
      {isMissed && (
        <ActionButton
          size="compact-sm"
          busy={isRunning}
          onClick={() => void act('send again', sendAgain, 'Message sent again.')}
        >
          Send again
        </ActionButton>
      )}
    </Group>
  );
}

interface VisitFactsProps {
  job: JobRecord;
  visit: VisitRecord;
  siteZone: string;
  /** Of the business. */
  zone: string;
}

/** What a visit needs, what was promised, who comes when, and how it went. */
function VisitFacts({ job, visit, siteZone, zone }: VisitFactsProps) {
  const { nameOf } = useSkills();
  const promise = promiseWords(visit);
  const place = siteZone === zone ? '' : ` (${siteZone.split('/').at(-1)?.replaceAll('_', ' ')} time)`;
  return (
    <div className="visit-card__crew">
      {visit.assignments.map((assignment) => (
        <Text key={assignment.id} fw={550}>
          {assignment.technician_name}
          {assignment.is_lead && visit.assignments.length > 1 ? ' (lead)' : ''}
          <Text span c="dimmed">
            {' '}
            {bookingWords(assignment, siteZone)}
            {place}
            {assignment.progress === 'none' ? '' : ` · ${assignment.progress}`}
          </Text>
        </Text>
      ))}
      {visit.assignments
        .flatMap(({ overrides }) => overrides)
        .map(({ rule, reason }) => (
          <Text key={`${rule} ${reason}`} size="xs" c="attention">
            Override ({rule}): {reason}
          </Text>
        ))}
      {visit.entered_at !== null && (
        <Text c="dimmed">
          Times entered by {visit.entered_by_name || 'a program'}, {moment(visit.entered_at, zone)}
        </Text>
      )}
      <Text c="dimmed">{needWords(visit, nameOf)}</Text>
      {promise !== '' && (
        <Text c="dimmed">
          {promise}
          {place}
        </Text>
      )}
      <Messages job={job} visit={visit} />
      {visit.outcome_reason !== '' && <Text c="dimmed">{visit.outcome_reason}</Text>}
    </div>
  );
}
