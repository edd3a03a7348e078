import { Link } from '@tanstack/react-router';
import { coming, start } from '../navigation.ts';
import type { Destination } from '../navigation.ts';
import { NavIcon } from './nav-icon.tsx';
import './rail.css';

/** At the side on a wide screen, at the bottom of a phone. */
export function Rail({ staff }: { staff: boolean }) {
  return (
    <nav className="rail" aria-label="Main">
      {staff ? (
        <Link to="/office" className="rail__link">
          <NavIcon name="office" />
          Office
        </Link>
      ) : (
        <>
          <RailLink {...start} />
          <p className="rail__heading" id="rail-coming">
            Coming next
          </p>
          <ul className="rail__coming" aria-labelledby="rail-coming">
            {coming.map((destination) => (
              <li key={destination.to}>
                <RailLink {...destination} />
              </li>
            ))}
          </ul>
        </>
      )}
    </nav>
  );
}

/** Fetches its page as soon as it is shown, so that the page opens even when the network has gone meanwhile. */
function RailLink({ to, label, icon }: Destination) {
  return (
    <Link to={to} preload="render" className="rail__link" activeOptions={{ exact: to === '/' }}>
      <NavIcon name={icon} />
      {label}
    </Link>
  );
}
