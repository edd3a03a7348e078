import { Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import type { BoardTables } from '@muster/domain/board/schema';
import type { WantedVisit } from '@muster/domain/slots/schema';
import { typedAt } from '@muster/domain/quick-add/parse';
import type { Board } from '@muster/domain/scheduling/board/prepared';
import type { LocalDate } from '@muster/domain/values/local-time';
import { useRef, useState } from 'react';
import { ActionButton } from '../../../lib/kit/action-button.tsx';
import { useFirstFocus } from '../../../lib/kit/form/use-first-focus.ts';
import { OfferedSlots } from '../../../lib/kit/offered-slots.tsx';
import { useChosenSlot } from '../../../lib/kit/use-chosen-slot.ts';
import { isOpen, jobBody } from '../model/draft.ts';
import { placeFor, placeInWords } from '../model/place.ts';
import { Chips, Question } from './pieces.tsx';
import { useAdd } from './use-add.ts';
import { useSentence } from './use-sentence.ts';
import { useWhom } from './use-whom.ts';
import { WhomChips, WhomQuestions } from './whom.tsx';
import './quick-add.css';

interface QuickAddProps {
  board: Board;
  tables: BoardTables;
  today: LocalDate;
  /** What was typed: it outlives the dialog, which may be closed by mistake. */
  typed: readonly [string, (text: string) => void];
  onClose: () => void;
}

const example = 'smith hot water parramatta tue 2-4pm dave 90m p1';

/** A job in one line of plain words: what was understood is shown, what is unclear is asked, and Enter adds it. */
export function QuickAdd({ board, tables, today, typed, onClose }: QuickAddProps) {
  const first = useFirstFocus();
  const form = useRef<HTMLFormElement>(null);
  const sentence = useSentence(tables, today, typed);
  const whom = useWhom(sentence.names);
  const { add, isAdding, error } = useAdd(board, tables, () => {
    typed[1]('');
    onClose();
  });
  const [said, setSaid] = useState('');
  const { entries, values, type, text } = sentence;
  const open = entries.find(isOpen);
  const missing = open ? `Answer first: ${open.question}` : whom.missing;
  const others = new Set(whom.others);
  const description = typedAt(
    sentence.parsed,
    sentence.parsed.rest.filter((at) => others.has(sentence.parsed.words[at]!.text)),
  );

  /** Where it will be on the board, as far as that can be told before it is added. */
  function placeNow(): string | undefined {
    const { customer, site } = whom;
    if (missing !== undefined || !customer || !site) return undefined;
    const job = jobBody(values, { customer: customer.id, site: site.id, description }, type?.skills ?? []);
    const wanted = { job, customer: customer.name, site, type, technician: values.technician };
    return placeInWords(board, placeFor(board, tables, wanted));
  }

  /** Where nobody is named, and the site is known, places can be offered. */
  function wantedNow(): WantedVisit | undefined {
    const { customer, site } = whom;
    if (missing !== undefined || !customer || !site || values.technician !== undefined) return undefined;
    const { visits } = jobBody(
      values,
      { customer: customer.id, site: site.id, description },
      type?.skills ?? [],
    );
    const duration = values.duration ?? type?.duration;
    if (duration === undefined) return undefined;
    return {
      crew_size: type?.crew_size ?? 1,
      skills: type?.skills ?? [],
      ...visits![0],
      duration,
      site_id: site.id,
      ...(values.priority && { priority: values.priority }),
    };
  }
  const wanted = wantedNow();
  const [slot, setSlot] = useChosenSlot(wanted);

  function submit(event: React.SubmitEvent) {
    event.preventDefault();
    if (isAdding) return;
    if (missing !== undefined) {
      setSaid(missing);
      form.current?.querySelector<HTMLElement>('[data-open] input')?.focus();
      return;
    }
    const { customer, site, name, suburb } = whom;
    add({
      values,
      type,
      description,
      customer: customer ?? { id: undefined, name },
      site: site ?? { suburb_id: suburb!.id },
      slot,
    });
  }

  const outlook = missing ?? placeNow() ?? 'Enter adds the job.';
  return (
    <Modal
      opened
      onClose={onClose}
      title="Quick add"
      size="lg"
      centered={false}
      yOffset="8vh"
      withCloseButton
      closeButtonProps={{ 'aria-label': 'Close', size: 'lg' }}
    >
      <form ref={form} className="quick-add" onSubmit={submit} aria-label="Quick add">
        <Stack gap="md">
          <TextInput
            ref={first}
            data-autofocus
            label="The job in plain words"
            description={`As in: ${example}`}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={(event) => {
              sentence.setText(event.target.value);
              setSaid('');
            }}
          />
          {text.trim() !== '' && (
            <>
              <ul className="quick-add__chips" aria-label="Understood">
                <WhomChips whom={whom} description={description} />
                <Chips entries={entries} type={type} onPlain={sentence.setPlain} />
              </ul>
              <WhomQuestions whom={whom} />
              {entries
                .filter(({ question }) => question !== null)
                .map((entry) => (
                  <Question
                    key={entry.key}
                    entry={entry}
                    onChoose={(label) => sentence.choose(entry, label)}
                    onPlain={() => sentence.setPlain(entry)}
                  />
                ))}
            </>
          )}
          {wanted && (
            <OfferedSlots wanted={wanted} zone={board.business.zone} chosen={slot} onChoose={setSlot} />
          )}
          {error && (
            <Text size="sm" c="danger" role="alert">
              {error.message}
            </Text>
          )}
          <Group gap="sm" wrap="nowrap" justify="space-between" align="center">
            <Text component="output" size="sm" c={said ? 'attention' : 'dimmed'}>
              {text.trim() !== '' && outlook}
            </Text>
            <ActionButton type="submit" variant="filled" busy={isAdding} className="quick-add__add">
              {slot ? 'Add and book' : 'Add job'}
            </ActionButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
