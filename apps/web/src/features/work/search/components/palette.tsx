import { VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { phoneDigits } from '@muster/domain/values/words';
import { records } from '@muster/domain/records';
import { soughtPhone } from '@muster/domain/work/search/rules';
import type { Found } from '@muster/domain/work/search/schema';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { workStateWord } from '../../../../lib/board/work-states.ts';
import { moment } from '../../../../lib/format/format.ts';
import { searchQuery } from '../api.ts';
import { type Command, commandsFor, commandsNear, matches } from '../model/commands.ts';
import type { Recent } from '../model/recent.ts';
import './palette.css';

interface PaletteProps {
  /** What was opened lately, when the palette is opened. */
  recent: () => readonly Recent[];
  commands: readonly Command[];
  iconOf: (kind: Found['kind']) => ReactNode;
  onOpen: (found: Recent & { customer_id?: string | null }) => void;
}

const [store, palette] = createSpotlight();
export const togglePalette = palette.toggle;

/** Shorter than the pause between two keys of somebody who types on. */
const pauseMs = 60;

/** Finds anything and starts anything, by keyboard alone: Ctrl-K, or ⌘K. */
export function Palette({ recent, commands, iconOf, onOpen }: PaletteProps) {
  const [typed, setTyped] = useState('');
  const [opened, setOpened] = useState<readonly Recent[]>(recent);
  const [asked] = useDebouncedValue(typed.trim(), pauseMs);
  const { data, isPlaceholderData } = useQuery({
    ...searchQuery(asked),
    placeholderData: keepPreviousData,
  });
  const isOld = isPlaceholderData || asked !== typed.trim();
  const found =
    typed.trim() === '' ? [] : (data?.rows ?? []).filter((one) => !isOld || isStillMeant(typed, one));
  const searched = isOld || typed.trim() === '' ? null : (data?.searched ?? null);
  const things = typed.trim() === '' ? opened : found;
  const known = commandsFor(typed, commands);
  // A slip of the finger in what can be started is forgiven where nothing else is found.
  const meant = known.length === 0 && found.length === 0 && !isOld ? commandsNear(typed, commands) : known;
  const count = things.length + meant.length;
  // What is called so comes before what has such a word somewhere.
  const isCommandFirst = typed.trim() !== '' && !things.some(({ title }) => matches(typed, title));
  const order = [...things, ...meant].map(({ id }) => id).join(' ');

  const startGroup = meant.length > 0 && (
    <Spotlight.ActionsGroup label="Start">
      {meant.map(({ id, label, icon, hint, run }) => (
        <Spotlight.Action
          key={id}
          label={label}
          leftSection={icon}
          {...(hint && { rightSection: <kbd className="palette__kind">{hint}</kbd> })}
          onClick={run}
        />
      ))}
    </Spotlight.ActionsGroup>
  );

  return (
    <Spotlight.Root
      store={store}
      query={typed}
      onQueryChange={setTyped}
      shortcut={null}
      title="Search and commands"
      centered={false}
      yOffset="12vh"
      overlayProps={{ blur: 0 }}
      scrollable
      radius="md"
      transitionProps={{ duration: 0 }}
      onSpotlightOpen={() => setOpened(recent())}
    >
      <Spotlight.Search
        aria-label="Search or start anything"
        placeholder="Search or start anything"
        ref={focus}
        maxLength={200}
      />
      <VisuallyHidden component="output">{typed !== '' && `${count} found`}</VisuallyHidden>
      <Spotlight.ActionsList>
        <SelectFirst key={order} />
        {isCommandFirst && startGroup}
        {things.length > 0 && (
          <Spotlight.ActionsGroup
            label={
              typed.trim() === ''
                ? 'Recent'
                : searched === null
                  ? 'Found'
                  : `Showing results for “${searched}”`
            }
          >
            {things.map((one) => (
              <Spotlight.Action key={`${one.kind} ${one.id}`} onClick={() => onOpen(one)}>
                <Thing one={one} icon={iconOf(one.kind)} />
              </Spotlight.Action>
            ))}
          </Spotlight.ActionsGroup>
        )}
        {!isCommandFirst && startGroup}
        {count === 0 && !isOld && <Spotlight.Empty>No results</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

/** What was found, and for whoever asks on the telephone who comes next and when. */
function Thing({ one, icon }: { one: Recent | Found; icon: ReactNode }) {
  const { kind, title, subtitle } = one;
  const isFound = 'next' in one;
  return (
    <span className="palette__thing">
      <span className="palette__icon">{icon}</span>
      <span className="palette__body">
        <span className="palette__title">{title}</span>
        {subtitle && <span className="palette__subtitle">{subtitle}</span>}
        {isFound && one.next && (
          <span className="palette__next">
            {moment(one.next.starts_at, one.next.zone)} · {one.next.crew} · {workStateWord(one.next.state)}
          </span>
        )}
        {isFound && !one.next && (kind === 'customers' || kind === 'contacts') && (
          <span className="palette__subtitle">No visit booked</span>
        )}
      </span>
      <span className="palette__kind">
        {capitalised(records[kind].thing)}
        {isFound && one.is_archived ? ', archived' : ''}
      </span>
    </span>
  );
}

/** At once: the kit moves the focus a moment later, and the first letter would be lost. */
function focus(field: HTMLInputElement | null): void {
  field?.focus();
}

/** The first is what Enter means, also when the answer comes a moment after the typing; the kit looks only while somebody types. */
function SelectFirst() {
  const here = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const list = here.current?.parentElement;
    for (const action of list?.querySelectorAll('[data-selected]') ?? [])
      action.removeAttribute('data-selected');
    list?.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
    store.updateState((state) => ({ ...state, selected: 0 }));
  }, []);
  return <span ref={here} hidden />;
}

function capitalised(word: string): string {
  return word.replace(/^./, (letter) => letter.toUpperCase());
}

/** What was found for fewer letters is shown on while it still fits. */
function isStillMeant(typed: string, { title, subtitle }: Found): boolean {
  const phone = soughtPhone(typed);
  if (phone !== undefined && phoneDigits(subtitle).includes(phone)) return true;
  return matches(typed, `${title} ${subtitle}`);
}
