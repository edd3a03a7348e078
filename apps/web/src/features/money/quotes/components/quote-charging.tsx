import { Checkbox, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core';
import { readDiscount } from '@muster/domain/money/lines/words';
import { chosenLines } from '@muster/domain/money/quotes/rules';
import type { QuoteInvoice, QuoteProgress, QuoteRecord } from '@muster/domain/money/quotes/schema';
import { centsInWords } from '@muster/domain/values/cents';
import { useState } from 'react';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';

interface ChargeDialogProps {
  quote: QuoteRecord;
  progress: QuoteProgress;
  isRunning: boolean;
  onCharge: (what: QuoteInvoice) => void;
  onClose: () => void;
}

/** What is charged next of an accepted quote: the rest, a part in percent, or some of its lines. */
export function ChargeDialog({ quote, progress, isRunning, onCharge, onClose }: ChargeDialogProps) {
  const [how, setHow] = useState('rest');
  const [percent, setPercent] = useState('');
  const [lines, setLines] = useState<readonly string[]>([]);
  const [isAsked, setAsked] = useState(false);
  const left = new Map(progress.lines.map((line) => [line.id, line.left]));
  const open =
    quote.choice === null ? [] : chosenLines(quote, quote.choice).filter(({ id }) => left.get(id)! > 0);
  const share = readDiscount(percent);
  const problem =
    how === 'percent' && (share === undefined || share < 1)
      ? 'Enter a percentage up to 100, such as 50.'
      : how === 'lines' && lines.length === 0
        ? 'Choose at least one line.'
        : undefined;

  function choose(way: string) {
    setHow(way);
    setAsked(false);
  }

  function charge() {
    setAsked(true);
    if (problem !== undefined) return;
    onCharge(how === 'percent' ? { percent: share! } : how === 'lines' ? { lines: [...lines] } : {});
  }

  return (
    <Modal opened onClose={onClose} title={`Invoice ${quote.number}`}>
      <Stack gap="sm">
        <Radio.Group label="What to charge now" value={how} onChange={choose}>
          <Stack gap="xs" mt="xs">
            <Radio value="rest" label={`All that’s left, ${centsInWords(progress.left)}`} />
            <Radio value="percent" label="A part in percent" />
            <Radio value="lines" label="Some of the lines" />
          </Stack>
        </Radio.Group>
        {how === 'percent' && (
          <TextInput
            label={`Percent of ${centsInWords(progress.total)}`}
            inputMode="decimal"
            autoComplete="off"
            data-autofocus
            value={percent}
            error={isAsked ? problem : undefined}
            onChange={({ target }) => setPercent(target.value)}
          />
        )}
        {how === 'lines' &&
          open.map(({ id, description, code }) => (
            <Checkbox
              key={id}
              label={`${description || code}, ${centsInWords(left.get(id)!)}`}
              checked={lines.includes(id)}
              onChange={({ target }) =>
                setLines(target.checked ? [...lines, id] : lines.filter((one) => one !== id))
              }
            />
          ))}
        {how === 'lines' && isAsked && problem !== undefined && (
          <Text c="danger" role="alert">
            {problem}
          </Text>
        )}
        <Text c="dimmed">A draft opens. Issue it when it’s right.</Text>
        <Group justify="flex-end" gap="xs">
          <ActionButton onClick={onClose}>Cancel</ActionButton>
          <ActionButton variant="filled" busy={isRunning} onClick={charge}>
            Make the draft
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  );
}
