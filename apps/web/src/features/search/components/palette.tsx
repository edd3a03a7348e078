import { VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import type { Found } from '@muster/domain/search/schema';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { searchQuery } from '../api.ts';
import { type Command, commandsFor, matches } from '../model/commands.ts';
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

const kindNames: Record<Found['kind'], string> = {
  technicians: 'Technician',
  customers: 'Customer',
  jobs: 'Job',
  sites: 'Site',
};

/** Finds anything and starts anything, by keyboard alone: Ctrl-K, or ⌘K. */
export function Palette({ recent, commands, iconOf, onOpen }: PaletteProps) {
  const [typed, setTyped] = useState('');
  const [opened, setOpened] = useState<readonly Recent[]>(recent);
  const [asked] = useDebouncedValue(typed.trim(), pauseMs);
  const { data = [], isPlaceholderData } = useQuery({
    ...searchQuery(asked),
    placeholderData: keepPreviousData,
  });
  const isOld = isPlaceholderData || asked !== typed.trim();
  const found = typed.trim() === '' ? [] : data.filter((one) => !isOld || isStillMeant(typed, one));
  const things = typed.trim() === '' ? opened : found;
  const meant = commandsFor(typed, commands);
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
      maxHeight={460}
      radius="md"
      transitionProps={{ duration: 0 }}
      onSpotlightOpen={() => setOpened(recent())}
    >
      <Spotlight.Search
        aria-label="Find anything, or start anything"
        placeholder="Find anything, or start anything"
        ref={focus}
        maxLength={200}
      />
      <VisuallyHidden component="output">{typed !== '' && `${count} found`}</VisuallyHidden>
      <Spotlight.ActionsList>
        <SelectFirst key={order} />
        {isCommandFirst && startGroup}
        {things.length > 0 && (
          <Spotlight.ActionsGroup label={typed.trim() === '' ? 'Opened lately' : 'Found'}>
            {things.map((one) => (
              <Spotlight.Action
                key={`${one.kind} ${one.id}`}
                label={one.title}
                description={one.subtitle}
                leftSection={iconOf(one.kind)}
                rightSection={
                  <span className="palette__kind">
                    {kindNames[one.kind]}
                    {'is_archived' in one && one.is_archived ? ', archived' : ''}
                  </span>
                }
                onClick={() => onOpen(one)}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {!isCommandFirst && startGroup}
        {count === 0 && !isOld && <Spotlight.Empty>Nothing is called that.</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
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

/** What was found for fewer letters is shown on while it still fits. */
function isStillMeant(typed: string, { title, subtitle }: Found): boolean {
  return matches(typed, `${title} ${subtitle}`);
}
