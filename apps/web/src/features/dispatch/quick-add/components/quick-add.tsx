import { Anchor, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { BoardTables } from '@muster/domain/dispatch/board/schema';
import type { Intake } from '@muster/domain/dispatch/intake/schema';
import type { WantedSite } from '@muster/domain/dispatch/slots/rules';
import type { WantedVisit } from '@muster/domain/dispatch/slots/schema';
import { type Parsed, parseQuickAdd, suburbsIn } from '@muster/domain/dispatch/quick-add/parse';
import { wordsIn } from '@muster/domain/dispatch/quick-add/sentence';
import type { Board } from '@muster/domain/dispatch/scheduling/board/board';
import type { LocalDate } from '@muster/domain/values/local-time';
import { minuteOf, momentText } from '@muster/domain/work/assignments/rules';
import { guessType } from '@muster/domain/work/job-types/rules';
import { jobNumber } from '@muster/domain/work/jobs/rules';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { addIntake, type JobType, jobTypesQuery } from '../../../../lib/choices/jobs.ts';
import { ApiError } from '../../../../lib/api/api.ts';
import { createAttempts } from '../../../../lib/api/attempt.ts';
import { useUndo } from '../../../../lib/changes/undo.ts';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { OfferedSlots } from '../../../../lib/kit/choices/offered-slots.tsx';
import { useChosenSlot } from '../../../../lib/kit/choices/use-chosen-slot.ts';
import { useFirstFocus } from '../../../../lib/kit/form/use-first-focus.ts';
import { namedSuburbsQuery } from '../api.ts';
import {
  type Answers,
  entriesOf,
  type Entry,
  isOpen,
  jobBody,
  ofClient,
  type Values,
  valuesOf,
  workingDayOf,
} from '../model/draft.ts';
import { closedOn, type Place, placeFor, placeInWords } from '../model/place.ts';
import { Chips, Question } from './chips.tsx';
import { clientBody, useWhom, WhomChips, WhomQuestions } from './job-customer.tsx';
import './quick-add.css';

interface QuickAddProps {
  board: Board;
  tables: BoardTables;
  today: LocalDate;
  /** What was typed: it outlives the dialog, which may be closed by mistake. */
  typed: readonly [string, (text: string) => void];
  onClose: () => void;
}

const example = 'Jo Brown, 0411 222 999, 12 Smith St Ryde, leaking tap, tomorrow arvo';

/** A job in one line of plain words: what was understood is shown, what is unclear is asked, and Enter adds it. */
export function QuickAdd({ board, tables, today, typed, onClose }: QuickAddProps) {
  const first = useFirstFocus();
  const form = useRef<HTMLFormElement>(null);
  const sentence = useSentence(tables, today, typed);
  const whom = useWhom(sentence.parsed, sentence.read);
  /** Offers are looked for once more after one was refused. */
  const [tries, setTries] = useState(0);
  const [said, setSaid] = useState('');
  const { text, types } = sentence;
  // What the work sounds like, where the words name no type of it.
  const guessed =
    sentence.read.type === undefined && !sentence.isTypePlain
      ? guessType(
          whom.fields.work,
          types.filter(({ archived_at }) => archived_at === null),
        )
      : undefined;
  const type = types.find(({ id }) => id === sentence.read.type) ?? guessed;
  const entries = sentence.entriesFor(type);
  const values = valuesOf(entries);
  const open = entries.find((entry) => isOpen(entry) && !isOfFields(entry, whom));
  const missing = open ? `Answer first: ${open.question}` : whom.missing;
  const job = jobBody(values, { description: whom.fields.work, guessed: guessed?.id }, type?.skills ?? []);
  const visit = job.visits[0]!;
  const site: WantedSite | undefined =
    whom.site ?? (whom.fields.suburb ? newSite(whom.fields.suburb) : undefined);

  const isReady = missing === undefined && site !== undefined;
  /** Where it will be on the board, as far as that can be told before it is added. */
  const place =
    isReady && values.technician !== undefined
      ? placeFor(board, tables, {
          visit,
          priority: job.priority,
          customer: whom.customer?.name ?? whom.fields.name,
          site,
          type,
          technician: values.technician,
        })
      : undefined;

  /** Where nobody is named, and the suburb is known, places can be offered. */
  function wantedNow(): WantedVisit | undefined {
    const duration = values.duration ?? type?.duration;
    if (!isReady || values.technician !== undefined || duration === undefined) return undefined;
    return {
      crew_size: type?.crew_size ?? 1,
      skills: type?.skills ?? [],
      ...visit,
      duration,
      ...(whom.site ? { site_id: whom.site.id } : { suburb_id: whom.fields.suburb!.id }),
      ...(values.priority && { priority: values.priority }),
    };
  }
  const wanted = wantedNow();
  const [slot, setSlot] = useChosenSlot(wanted);
  const { add, isAdding, error } = useAdd(
    board,
    () => {
      typed[1]('');
      onClose();
    },
    () => {
      setSlot(undefined);
      setTries((count) => count + 1);
    },
  );
  const closed = values.day === undefined ? undefined : closedOn(values.day, tables);

  function submit() {
    if (isAdding) return;
    if (missing !== undefined) {
      setSaid(missing);
      form.current?.querySelector<HTMLElement>('[data-open] input')?.focus();
      return;
    }
    const planned = place?.kind === 'planned' ? place : undefined;
    // A slot that was chosen from those that were offered is what the customer was told.
    const booking = slot
      ? { technicians: slot.technicians, starts_at: slot.starts_at, agreed: true }
      : planned && { technicians: [planned.technician], starts_at: momentText(planned.start) };
    add({ body: { ...clientBody(whom), ...job, ...(booking && { booking }) }, place });
  }

  const outlook = missing ?? (place ? placeInWords(board, place) : 'Press Enter to add the job.');
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
      <form
        ref={form}
        className="quick-add"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        aria-label="Quick add"
      >
        <Stack gap="md">
          <TextInput
            ref={first}
            data-autofocus
            label="The job in plain words"
            description={`For example: ${example}`}
            maxLength={300}
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
                <WhomChips whom={whom} />
                <Chips
                  entries={entries.filter((entry) => !isOfFields(entry, whom))}
                  type={type}
                  guessedFrom={guessed && whom.fields.work}
                  onPlain={sentence.setPlain}
                  onNoType={sentence.setTypePlain}
                />
              </ul>
              <WhomQuestions whom={whom} />
              {entries
                .filter((entry) => entry.question !== null && !isOfFields(entry, whom))
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
          {closed && (
            <Text component="output" size="sm" c="attention">
              {closed}
            </Text>
          )}
          {wanted && (
            <OfferedSlots
              key={tries}
              wanted={wanted}
              lacking=""
              zone={board.business.zone}
              chosen={slot}
              onChoose={setSlot}
              onConfirm={submit}
            />
          )}
          <Text size="xs" c="dimmed">
            Already done?{' '}
            <Anchor size="xs" renderRoot={(props) => <Link to="/jobs/new" hash="past" {...props} />}>
              Record a past visit
            </Anchor>
          </Text>
          {error && (
            <Text size="sm" c="danger" role="alert">
              {error.message}
            </Text>
          )}
          <Group gap="sm" wrap="nowrap" justify="space-between" align="center">
            <Text component="output" size="sm" c={said || place?.kind === 'waits' ? 'attention' : 'dimmed'}>
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

/** What is asked of somebody new in fields of its own. */
function isOfFields(entry: Entry, { isNew, isNewSite, fields, site }: ReturnType<typeof useWhom>): boolean {
  const { field, question } = entry;
  if (field === 'suburb' && isOpen(entry)) return fields.suburb !== null || site !== undefined;
  return (isNew || isNewSite) && ofClient.has(field) && question === null;
}

/** Where a visit will be whose site is as new as itself. */
function newSite({ name, latitude, longitude, zone }: NonNullable<Values['suburb']>): WantedSite {
  return {
    id: 'new',
    version: 1,
    name: '',
    suburb: name,
    latitude,
    longitude,
    position_is_exact: false,
    position_is_found: false,
    zone,
    preferred: [],
    banned: [],
  };
}

interface Sentence {
  text: string;
  setText: (text: string) => void;
  types: readonly JobType[];
  parsed: Parsed;
  /** What the words say, and the answers to what they leave open. */
  read: Values;
  entriesFor: (type: JobType | undefined) => Entry[];
  choose: (entry: Entry, label: string) => void;
  /** The words of this are meant as they stand: they belong to a name. */
  setPlain: (entry: Entry) => void;
  /** Whether the work is of no type, whatever it sounds like. */
  isTypePlain: boolean;
  setTypePlain: () => void;
}

const pauseMs = 150;

/** What somebody types, and what it says. */
function useSentence(
  tables: BoardTables,
  today: LocalDate,
  [text, setText]: readonly [string, (text: string) => void],
): Sentence {
  const [answers, setAnswers] = useState<Answers>({});
  const [plain, setPlain] = useState<ReadonlySet<string>>(new Set());
  const [isTypePlain, setTypePlain] = useState(false);
  const types = useQuery(jobTypesQuery).data;
  const known = useMemo(
    () => ({
      technicians: tables.technicians.filter(({ is_active }) => is_active),
      types: (types ?? []).filter(({ archived_at }) => archived_at === null),
      skills: tables.skills.filter(({ archived_at }) => archived_at === null),
      workingDay: workingDayOf(tables.business.working_week),
      today,
    }),
    [tables.technicians, tables.skills, tables.business, types, today],
  );
  const bare = useMemo(() => parseQuickAdd(text, known, plain), [text, known, plain]);
  // Which of the words are suburbs only the list of all of them tells.
  const [asked] = useDebouncedValue(suburbsIn(bare).join(','), pauseMs);
  const { data: suburbs } = useQuery({
    ...namedSuburbsQuery(asked === '' ? [] : asked.split(',')),
    placeholderData: (before) => before,
  });
  const parsed = useMemo(
    () => (suburbs ? parseQuickAdd(text, { ...known, suburbs }, plain) : bare),
    [text, known, plain, suburbs, bare],
  );
  const isSaid = text.trim() !== '';
  return {
    text,
    setText,
    types: types ?? [],
    parsed,
    read: valuesOf(entriesOf(parsed, answers, 0)),
    entriesFor: (type) => (isSaid ? entriesOf(parsed, answers, type?.duration) : []),
    choose: ({ key }, label) => setAnswers((before) => ({ ...before, [key]: label })),
    setPlain: ({ from }) =>
      setPlain((before) => new Set([...before, ...wordsIn(from).map((word) => word.text)])),
    isTypePlain,
    setTypePlain: () => setTypePlain(true),
  };
}

interface Order {
  body: Intake;
  /** Where it goes or why it waits, where somebody is named for it. */
  place: Place | undefined;
}

/** Adds what was read as one change. What was sent and never answered is sent again as itself. */
function useAdd(board: Board, onAdded: () => void, onRefused: () => void) {
  const { tell } = useUndo();
  const [attempts] = useState(() => createAttempts());

  async function add({ body, place }: Order) {
    const { row, ...added } = await addIntake(body, attempts.keyFor(body));
    attempts.settle();
    const crew = row.visits[0]?.assignments[0];
    const where: Place | undefined =
      place ??
      (crew && {
        kind: 'planned',
        technician: crew.technician_id,
        start: minuteOf(crew.starts_at),
      });
    const words = where ? placeInWords(board, where) : 'It’s in the tray, ready to plan.';
    tell(`${jobNumber(row.number)} added. ${words}`, [added]);
  }

  const { mutate, isPending, error } = useMutation({
    mutationFn: add,
    onSuccess: onAdded,
    // Somebody else was faster: what was offered is no offer any more.
    onError: (error) => error instanceof ApiError && error.status === 409 && onRefused(),
  });
  return { add: mutate, isAdding: isPending, error };
}
