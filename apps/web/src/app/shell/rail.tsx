import type { Role } from '@muster/domain/values/role';
import { Link } from '@tanstack/react-router';
import { type Destination, destinationsFor } from '../navigation.ts';
import { NavIcon } from './nav-icon.tsx';
import './rail.css';

/** At the side on a wide screen, at the bottom of a phone. */
export function Rail({ role }: { role: Role }) {
  return (
    <nav className="rail" aria-label="Main">
      {role === 'staff' ? (
        <Link to="/office" className="rail__link">
          <NavIcon name="office" />
          Office
        </Link>
      ) : (
        destinationsFor(role).map((destination) => <RailLink key={destination.to} {...destination} />)
      )}
    </nav>
  );
}

/** Fetches its page as soon as it is shown, so that the page opens even when the network has gone meanwhile. */
function RailLink({ to, label, icon }: Destination) {
  return (
    <Link
      to={to}
      preload="render"
      className="rail__link"
      activeOptions={{ exact: to === '/', includeSearch: false }}
    >
      <NavIcon name={icon} />
      {label}
    </Link>
  );
}
