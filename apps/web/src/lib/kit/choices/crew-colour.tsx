import type { technicianColours } from '@muster/domain/work/technicians/rules';
import './crew-colour.css';

export type CrewColour = (typeof technicianColours)[number];

/** The colour by which a technician is known on every screen. */
export function CrewDot({ colour }: { colour: CrewColour }) {
  return <span className="crew-dot" data-colour={colour} aria-hidden />;
}
