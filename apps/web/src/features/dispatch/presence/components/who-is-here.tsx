import { Popover, UnstyledButton } from '@mantine/core';
import type { PresentPerson } from '@muster/domain/dispatch/presence/schema';
import { ColleagueDot } from '../../../../lib/kit/colleague-badge.tsx';
import { initialsOf } from '../../../../lib/kit/initials.ts';
import { colourOf, doingInWords } from '../model/colleague.ts';
import './who-is-here.css';

interface WhoIsHereProps {
  others: readonly PresentPerson[];
  /** What a visit is called; nothing for one that is not on this board. */
  nameOf: (visit: string) => string | undefined;
}

/** As many as have room in the bar. */
const mostShown = 4;

/** Who else is on the board, and what they do. */
export function WhoIsHere({ others, nameOf }: WhoIsHereProps) {
  if (others.length === 0) return null;
  const names = others.map(({ name }) => name).join(', ');
  return (
    <Popover position="bottom-end" trapFocus returnFocus withinPortal shadow="md">
      <Popover.Target>
        <UnstyledButton className="who-is-here" title={names}>
          <span className="m-hidden">Also here: {names}</span>
          {others.slice(0, mostShown).map(({ user_id, name }) => (
            <ColleagueDot key={user_id} colour={colourOf(user_id)} initials={initialsOf(name)} />
          ))}
          {others.length > mostShown && <span aria-hidden>+{others.length - mostShown}</span>}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <ul className="who-is-here__list" aria-label="Who else is here">
          {others.map((person) => (
            <li key={person.user_id}>
              <ColleagueDot colour={colourOf(person.user_id)} initials={initialsOf(person.name)} />
              <b>{person.name}</b>
              <span>{doingInWords(person, nameOf).join(', ')}</span>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
