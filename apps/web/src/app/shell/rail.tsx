import type { Session } from '../../features/identity/accounts/api.ts';
import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type Destination, destinationsFor } from '../navigation.ts';
import { NavIcon } from './nav-icon.tsx';
import './rail.css';

interface RailProps {
  user: Session['user'];
  isNarrow: boolean;
  onNarrow: (isNarrow: boolean) => void;
}

/** At the side on a wide screen, at the bottom of a phone. */
export function Rail({ user, isNarrow, onNarrow }: RailProps) {
  return (
    <nav className="rail" aria-label="Main">
      {user.role === 'staff' ? (
        <Link to="/office" className="rail__link">
          <NavIcon name="office" />
          <span className="rail__label">Office</span>
        </Link>
      ) : (
        <Destinations all={destinationsFor(user)} />
      )}
      <button
        type="button"
        className="rail__link rail__fold"
        aria-expanded={!isNarrow}
        title={isNarrow ? 'Show names' : 'Show icons only'}
        onClick={() => onNarrow(!isNarrow)}
      >
        <NavIcon name="fold" />
        <span className="rail__label">Collapse</span>
      </button>
    </nav>
  );
}

/** As many as a thumb tells apart at the bottom of a phone; the others are one tap further. */
const ON_A_PHONE = 4;

function Destinations({ all }: { all: readonly Destination[] }) {
  const [first, rest] = [all.slice(0, ON_A_PHONE), all.slice(ON_A_PHONE)];
  return (
    <>
      {first.map((destination) => (
        <RailLink key={destination.to} {...destination} />
      ))}
      {rest.length > 0 && (
        <>
          <div className="rail__rest">
            {rest.map((destination) => (
              <RailLink key={destination.to} {...destination} />
            ))}
          </div>
          <More destinations={rest} />
        </>
      )}
    </>
  );
}

function More({ destinations }: { destinations: readonly Destination[] }) {
  return (
    <Menu position="top-end" width={200}>
      <Menu.Target>
        <button type="button" className="rail__link rail__more">
          <NavIcon name="more" />
          More
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {destinations.map(({ to, label, icon }) => (
          <Menu.Item key={to} component={Link} to={to} leftSection={<NavIcon name={icon} />}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Fetches its page as soon as it is shown, so that the page opens even when the network has gone meanwhile. */
function RailLink({ to, label, icon }: Destination) {
  return (
    <Link
      to={to}
      preload="render"
      className="rail__link"
      title={label}
      activeOptions={{ exact: to === '/', includeSearch: false }}
    >
      <NavIcon name={icon} />
      <span className="rail__label">{label}</span>
    </Link>
  );
}
