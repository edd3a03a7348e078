import { Button, Group, Pagination, Select, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { ImportKind } from '@muster/domain/records';
import { useRef, useState } from 'react';
import { Refusal } from '../../../../lib/forms/refusal.tsx';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { ChoiceButtons } from '../../../../lib/kit/form/choice-buttons.tsx';
import {
  editRow,
  type ImportChoice,
  type ImportRow,
  type ImportRowEdit,
  type Look,
  PAGE_ROWS,
  type Preview,
  previewKey,
} from '../api.ts';
import { cellsInWords, choiceWords, type ListedState, stateWords } from '../model/import-words.ts';
import './import-rows.css';

interface ImportRowsProps {
  kind: ImportKind;
  id: string;
  preview: Preview;
  page: number;
  isLooking: boolean;
  onLook: (look: Look) => void;
  /** What the rest becomes that looks alike. */
  onAlike: (alike: Preview['alike']) => void;
}

const listed = Object.keys(stateWords) as ListedState[];

/** The rows that need a look, by why: each is fixed, skipped or decided on by itself. All others are not shown. */
export function ImportRows({ kind, id, preview, page, isLooking, onLook, onAlike }: ImportRowsProps) {
  const { counts, showing, shown } = preview;
  const total = showing === null ? 0 : counts[showing];
  const pages = Math.ceil(total / PAGE_ROWS);
  const frame = useRef<HTMLElement>(null);
  // A row that is decided on leaves the list, and whoever decides by keys goes on where they were.
  const keepFocus = () => {
    if (document.activeElement === document.body) frame.current?.focus();
  };
  return (
    <section
      ref={frame}
      className="import-rows"
      aria-label="Rows to look at"
      aria-busy={isLooking}
      tabIndex={-1}
    >
      <ChoiceButtons
        label="Rows to look at"
        choices={listed
          .filter((state) => counts[state] > 0)
          .map((state) => ({
            value: state,
            label: `${stateWords[state]} (${counts[state].toLocaleString('en-AU')})`,
          }))}
        isChosen={(state) => state === showing}
        onChoose={(show) => onLook({ show, page: 1 })}
      />
      {showing === 'alike' && <AllAlike kind={kind} alike={preview.alike} onAlike={onAlike} />}
      {shown.map((row) => (
        <RowCard key={row.row} kind={kind} id={id} row={row} preview={preview} onChecked={keepFocus} />
      ))}
      {pages > 1 && (
        <Group component="nav" aria-label="Pages" justify="center">
          <Pagination
            total={pages}
            value={Math.min(page, pages)}
            onChange={(page) => onLook({ show: showing ?? undefined, page })}
            getItemProps={(to) => ({ 'aria-label': `Page ${to}` })}
            getControlProps={(control) => ({
              'aria-label': control === 'next' ? 'Next page' : 'Previous page',
            })}
          />
        </Group>
      )}
    </section>
  );
}

function AllAlike({
  kind,
  alike,
  onAlike,
}: Pick<ImportRowsProps, 'kind' | 'onAlike'> & { alike: Preview['alike'] }) {
  const choices = Object.entries(choiceWords(kind)).map(([value, label]) => ({ value, label }));
  return (
    <Select
      label="The same for all"
      description="Rows you decide on yourself keep your choice."
      maw={320}
      allowDeselect={false}
      data={[{ value: 'suggested', label: 'As suggested for each' }, ...choices]}
      value={alike}
      onChange={(value) => onAlike((value ?? 'suggested') as Preview['alike'])}
    />
  );
}

interface RowCardProps {
  kind: ImportKind;
  id: string;
  row: ImportRow;
  preview: Preview;
  /** The list says what became of the row. */
  onChecked: () => void;
}

function RowCard({ kind, id, row, preview, onChecked }: RowCardProps) {
  const queryClient = useQueryClient();
  const put = (next: ImportRow) =>
    queryClient.setQueriesData<Preview>(
      { queryKey: previewKey(id) },
      (known) => known && { ...known, shown: known.shown.map((one) => (one.row === next.row ? next : one)) },
    );
  const { mutate, isPending, error } = useMutation({
    mutationFn: (edit: ImportRowEdit) => editRow(id, row.row, edit),
    onMutate: ({ choice }) => {
      // A choice is seen at once; the check of a long table takes a moment.
      if (choice) put({ ...row, choice, becomes: choice });
    },
    onSuccess: put,
    onError: () => put(row),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: previewKey(id) });
      onChecked();
    },
  });
  const words: Partial<Record<ImportChoice, string>> = choiceWords(kind);
  const named = preview.fields.find(({ is_required }) => is_required)?.field ?? '';
  return (
    <article
      className="import-row"
      data-state={row.state}
      aria-label={`Row ${row.row}`}
      aria-busy={isPending}
    >
      <Stack gap="xs">
        <div>
          <Text fw={600}>
            Row {row.row} {row.name}
          </Text>
          <Text size="sm" c="dimmed">
            {cellsInWords(row.cells, named)}
          </Text>
        </div>
        {row.alike && row.problems.length === 0 ? (
          <>
            <Text size="sm">{row.alike.text}</Text>
            <ChoiceButtons<ImportChoice>
              label={`Decision for row ${row.row}`}
              choices={row.alike.choices.map((value) => ({ value, label: words[value] ?? value }))}
              isChosen={(choice) => choice === row.becomes}
              onChoose={(choice) => mutate({ choice, customer_id: row.alike!.customer_id })}
            />
          </>
        ) : (
          <Mend row={row} preview={preview} isBusy={isPending} onEdit={mutate} />
        )}
        <Refusal text={error?.message} />
      </Stack>
    </article>
  );
}

interface MendProps {
  row: ImportRow;
  preview: Preview;
  isBusy: boolean;
  onEdit: (edit: ImportRowEdit) => void;
}

/** The cells of a row that have a problem, with what may have been meant; the others on request. */
function Mend({ row, preview, isBusy, onEdit }: MendProps) {
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [showsAll, setShowsAll] = useState(false);
  const wrong = new Set(row.problems.map(({ field }) => field));
  const matched = new Set(preview.columns.map(({ field }) => field));
  const fields = preview.fields.filter(
    ({ field }) =>
      wrong.has(field) || field in typed || (showsAll && (matched.has(field) || row.cells[field])),
  );
  const isSkipped = row.choice === 'skip';

  /** What was typed is kept as soon as its cell is left, so that a reload loses nothing. */
  function save() {
    const cells = Object.fromEntries(
      Object.entries(typed).filter(([field, text]) => text !== (row.cells[field] ?? '')),
    );
    if (Object.keys(cells).length > 0) onEdit({ cells });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    save();
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        {!isSkipped && row.suggestions.length > 0 && (
          <Group gap="xs">
            <Text size="sm">Did you mean</Text>
            {row.suggestions.map(({ text, cells }) => (
              <Button key={text} size="compact-sm" onClick={() => onEdit({ cells })}>
                {text}?
              </Button>
            ))}
          </Group>
        )}
        {isSkipped ? (
          <Text size="sm">{row.problems.map(({ text }) => text).join(' ') || 'You skipped this row.'}</Text>
        ) : (
          fields.length > 0 && (
            <div className="import-row__cells">
              {fields.map(({ field, title }) => (
                <TextInput
                  key={field}
                  label={title}
                  value={typed[field] ?? row.cells[field] ?? ''}
                  error={row.problems.find((problem) => problem.field === field)?.text}
                  onChange={(event) => setTyped({ ...typed, [field]: event.target.value })}
                  onBlur={save}
                />
              ))}
            </div>
          )
        )}
        <Group gap="xs">
          {isSkipped ? (
            <Button size="compact-sm" onClick={() => onEdit({ choice: null })}>
              Don’t skip
            </Button>
          ) : (
            <>
              {fields.length > 0 && (
                <ActionButton size="compact-sm" type="submit" busy={isBusy}>
                  Save row
                </ActionButton>
              )}
              <Button size="compact-sm" onClick={() => onEdit({ choice: 'skip' })}>
                Skip row
              </Button>
              <Button size="compact-sm" variant="subtle" onClick={() => setShowsAll(!showsAll)}>
                {showsAll ? 'Fewer cells' : 'All cells'}
              </Button>
              {row.is_mended && (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  onClick={() => {
                    setTyped({});
                    onEdit({ cells: null });
                  }}
                >
                  As in the file
                </Button>
              )}
            </>
          )}
        </Group>
      </Stack>
    </form>
  );
}
