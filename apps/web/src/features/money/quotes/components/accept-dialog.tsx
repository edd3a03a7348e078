import { Checkbox, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core';
import { choiceProblem, totalOfChoice, usualChoice } from '@muster/domain/money/quotes/rules';
import type { QuoteAcceptance, QuoteRecord } from '@muster/domain/money/quotes/schema';
import { centsInWords } from '@muster/domain/values/cents';
import { useState } from 'react';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';

interface AcceptDialogProps {
  quote: QuoteRecord;
  isRunning: boolean;
  onAccept: (acceptance: QuoteAcceptance) => void;
  onClose: () => void;
}

/** The customer said yes by phone or on paper: what they chose, and who it was. */
export function AcceptDialog({ quote, isRunning, onAccept, onClose }: AcceptDialogProps) {
  const [choice, setChoice] = useState(() => usualChoice(quote));
  const [name, setName] = useState('');
  const [isAsked, setAsked] = useState(false);
  const { options, lines } = quote;
  const extras = lines.filter(
    ({ is_optional, option_id }) => is_optional && (option_id === null || option_id === choice.option_id),
  );
  const { total } = totalOfChoice(quote, choice);
  const problem = name.trim() === '' ? 'Enter who accepted it.' : choiceProblem(quote, choice);

  function choose(option_id: string) {
    const fitting = choice.extras.filter(
      (id) => choiceProblem(quote, { option_id, extras: [id] }) === undefined,
    );
    setChoice({ option_id, extras: fitting });
  }

  function accept() {
    setAsked(true);
    if (problem === undefined) onAccept({ ...choice, name: name.trim(), seen_total: total });
  }

  return (
    <Modal opened onClose={onClose} title={`Accept ${quote.number} for the customer`}>
      <Stack gap="sm">
        {options.length > 0 && (
          <Radio.Group label="What they chose" value={choice.option_id} onChange={choose}>
            <Stack gap="xs" mt="xs">
              {options.map((option) => (
                <Radio
                  key={option.id}
                  value={option.id}
                  label={`${option.name}, ${centsInWords(totalOfChoice(quote, { option_id: option.id, extras: [] }).total)}`}
                />
              ))}
            </Stack>
          </Radio.Group>
        )}
        {extras.map((line) => (
          <Checkbox
            key={line.id}
            label={`${line.description || line.code}, +${centsInWords(line.amounts?.total ?? 0)}`}
            checked={choice.extras.includes(line.id)}
            onChange={({ target }) =>
              setChoice({
                ...choice,
                extras: target.checked
                  ? [...choice.extras, line.id]
                  : choice.extras.filter((id) => id !== line.id),
              })
            }
          />
        ))}
        <TextInput
          label="Who accepted it"
          data-autofocus
          maxLength={200}
          autoComplete="off"
          value={name}
          error={isAsked ? problem : undefined}
          onChange={({ target }) => setName(target.value)}
        />
        <Text>
          It comes to <b>{centsInWords(total)}</b>. It becomes a job to schedule
          {quote.deposit_cents === null && quote.deposit_percent === null
            ? '.'
            : ', and its deposit is invoiced.'}
        </Text>
        <Group justify="flex-end" gap="xs">
          <ActionButton onClick={onClose}>Cancel</ActionButton>
          <ActionButton variant="filled" busy={isRunning} onClick={accept}>
            Accept
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  );
}
