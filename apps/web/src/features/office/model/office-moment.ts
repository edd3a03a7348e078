import { OFFICE_ZONE } from '@muster/domain/values/office-time';
import { isElsewhere, moment } from '../../../lib/format.ts';

/** Everybody who works here means the same time by it, wherever they are. */
export function officeMoment(at: string): string {
  return moment(at, OFFICE_ZONE);
}

/** What a field for a time is called: with the zone, for whoever's own clock shows another one then. */
export function withOfficeZone(label: string, at: string | undefined): string {
  return isElsewhere(at === undefined ? new Date() : new Date(at), OFFICE_ZONE)
    ? `${label} (Sydney time)`
    : label;
}
