import { Button, Checkbox, Kbd, Popover, SegmentedControl, UnstyledButton } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { isForPage } from '../../../../lib/kit/single-keys.ts';
import { type KeyList, usePageKeys } from '../../../../lib/keys/page-keys.ts';
import { type Effort, efforts, secondsOf, type Way } from '../model/ways.ts';
import type { Wanted } from './use-planning.ts';
import './plan.css';

interface PlanMenuProps {
  /** "Tue 17 Nov" */
  days: string;
  /** Those who are shown, where filters leave others out. */
  technicians?: readonly string[] | undefined;
  /** Those alone that somebody has selected. */
  visits?: readonly string[] | undefined;
  busy: boolean;
  onPlan: (wanted: Wanted) => void;
}

const ways: readonly { way: Way; title: string; about: string }[] = [
  {
    way: 'plan',
    title: 'Plan',
    about: 'Find the best day: place unscheduled visits and move planned ones.',
  },
  { way: 'fill gaps', title: 'Fill the gaps', about: 'Place unscheduled visits. Planned ones stay put.' },
  { way: 'repair', title: 'Repair', about: 'After an absence or delay: move as little as possible.' },
];

const planKeys: KeyList = {
  title: 'Planning',
  keys: [{ keys: ['Shift P'], text: 'Plan the days shown' }],
};

/** The main button of the board, which a key presses as well. */
export function PlanButton(props: PlanMenuProps) {
  const [isOpen, { open, close, toggle }] = useDisclosure();
  usePageKeys(planKeys);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'P' || !isForPage(event) || document.querySelector('[aria-modal=true]')) return;
    event.preventDefault();
    open();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return (
    <PlanPopover {...props} isOpen={isOpen} onClose={close}>
      <Button
        size="compact-sm"
        variant="filled"
        aria-keyshortcuts="Shift+P"
        rightSection={
          <Kbd size="xs" aria-hidden className="plan-key">
            ⇧P
          </Kbd>
        }
        onClick={toggle}
      >
        Plan
      </Button>
    </PlanPopover>
  );
}

/** The same for what is selected. */
export function PlanSelected(props: PlanMenuProps & { visits: readonly string[] }) {
  const [isOpen, { close, toggle }] = useDisclosure();
  return (
    <PlanPopover {...props} isOpen={isOpen} onClose={close}>
      <Button variant="subtle" onClick={toggle}>
        Plan…
      </Button>
    </PlanPopover>
  );
}

interface PlanPopoverProps extends PlanMenuProps {
  isOpen: boolean;
  onClose: () => void;
  children: React.ReactNode;
}

function PlanPopover(props: PlanPopoverProps) {
  const { days, technicians, visits, busy, onPlan, isOpen, onClose, children } = props;
  const [effort, setEffort] = useLocalStorage<Effort>({
    key: 'muster-plan-effort',
    defaultValue: 'quick',
    getInitialValueInEffect: false,
  });
  const [isShownOnly, setShownOnly] = useState(false);
  const title = useId();

  function choose(way: Way) {
    onClose();
    if (busy) return;
    onPlan({
      way,
      seconds: secondsOf(effort),
      ...(isShownOnly && technicians && { technicians: [...technicians] }),
      ...(visits && { visits: [...visits] }),
    });
  }

  return (
    <Popover
      opened={isOpen}
      onChange={(next) => !next && onClose()}
      position="bottom-end"
      width={320}
      trapFocus
      returnFocus
      withinPortal
      shadow="md"
    >
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown aria-labelledby={title}>
        <div className="plan-menu">
          <h2 id={title}>{visits ? `Only ${counted(visits.length, 'selected visit')}` : days}</h2>
          {ways.map(({ way, title, about }, at) => (
            <UnstyledButton
              key={way}
              className="plan-menu__way"
              data-autofocus={at === 0 || undefined}
              onClick={() => choose(way)}
            >
              <b>{title}</b>
              <span>{about}</span>
            </UnstyledButton>
          ))}
          <div className="plan-menu__effort">
            <span id={`${title}-effort`}>Search time</span>
            <SegmentedControl
              size="xs"
              fullWidth
              aria-labelledby={`${title}-effort`}
              data={efforts.map(({ value, label, seconds }) => ({ value, label: `${label} ${seconds} s` }))}
              value={effort}
              onChange={setEffort}
            />
          </div>
          {technicians && !visits && (
            <Checkbox
              size="sm"
              label={`Only for ${counted(technicians.length, 'technician')} shown`}
              checked={isShownOnly}
              onChange={(event) => setShownOnly(event.currentTarget.checked)}
            />
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

function counted(count: number, thing: string): string {
  return count === 1 ? `the ${thing}` : `the ${count} ${thing}s`;
}
