import { Group, Stack, Textarea } from '@mantine/core';
import { type Outcome, outcomes } from '@muster/domain/visits/states';
import { useState } from 'react';
import { Refusal } from '../../../lib/refusal.tsx';
import { ActionButton } from '../../../lib/kit/action-button.tsx';
import { ChoiceButtons } from '../../../lib/kit/form/choice-buttons.tsx';
import { FormFrame } from '../../../lib/kit/form/form-frame.tsx';
import { useCommand } from '../../../lib/kit/form/use-command.ts';
import { workStateWord } from '../../../lib/work-states.ts';
import { type JobRecord, reportOutcome, type VisitRecord } from '../api.ts';
import { useJobCache } from './use-job-cache.ts';

const questions: Partial<Record<Outcome, string>> = {
  'needs return': 'What is missing',
  'could not complete': 'Why it could not be completed',
};

/** How a visit went. A return gets a visit of its own, unscheduled. */
export function OutcomeForm(props: { job: JobRecord; visit: VisitRecord; onClose: () => void }) {
  const { job, visit, onClose } = props;
  const { run, isRunning } = useCommand();
  const cache = useJobCache(job);
  const [outcome, setOutcome] = useState<Outcome>('completed');
  const [reason, setReason] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const question = questions[outcome];

  async function send() {
    if (question !== undefined && reason.trim() === '') {
      setRefusal(`Say it in a few words: ${question.toLowerCase()}.`);
      return;
    }
    const body = { outcome, ...(question !== undefined && { reason: reason.trim() }) };
    const row = await run({
      what: [visit.id, body],
      send: (key) => reportOutcome(visit.id, body, key),
      done: outcome === 'needs return' ? 'A return visit waits to be planned.' : `The visit: ${outcome}.`,
    });
    if (!row) return;
    cache.putVisit(row);
    cache.readAgain();
    onClose();
  }

  return (
    <div className="entries__form">
      <FormFrame label="How it went" isSaving={isRunning} onSubmit={() => void send()} onCancel={onClose}>
        <Stack gap="sm">
          <ChoiceButtons
            label="How it went"
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
              Save the outcome
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
