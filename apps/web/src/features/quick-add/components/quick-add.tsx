import { Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import type { BoardTables } from '@muster/domain/board/schema';
import { typedAt } from '@muster/domain/quick-add/parse';
import type { Board } from '@muster/domain/scheduling/board/prepared';
import type { LocalDate } from '@muster/domain/values/local-time';
import { useRef, useState } from 'react';
import { ActionButton } from '../../../lib/kit/action-button.tsx';
import { useFirstFocus } from '../../../lib/kit/form/use-first-focus.ts';
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
  onClose: () => void;
}

const example = 'smith hot water parramatta tue 2-4pm dave 90m p1';

/** A job in one line of plain words: what was understood is shown, what is unclear is asked, and Enter adds it. */
export function QuickAdd({ board, tables, today, onClose }: QuickAddProps) {
  const first = useFirstFocus();
  const form = useRef<HTMLFormElement>(null);
  const sentence = useSentence(tables, today);
  const whom = useWhom(sentence.names);
  const { add, isAdding, error } = useAdd(board, tables, onClose);
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
    });
  }

  const outlook = missing ?? placeNow() ?? 'Enter adds the job.';
  return (
    <Modal opened onClose={onClose} title="Quick add" size="lg" centered={false} yOffset="8vh">
      <form ref={form} className="quick-add" onSubmit={submit} aria-label="Quick add">
        <Stack gap="md">
          <TextInput
            ref={first}
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
              Add job
            </ActionButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
