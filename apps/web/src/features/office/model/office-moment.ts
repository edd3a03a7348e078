import { OFFICE_ZONE } from '@muster/domain/values/office-time';
import { isElsewhere, moment } from '../../../lib/format.ts';

/** Staff work in different zones; in the office everybody reads Sydney time. */
export function officeMoment(at: string): string {
  return moment(at, OFFICE_ZONE);
}

/** The label of a field for a time. It names the zone for a reader whose own clock differs. */
export function withOfficeZone(label: string, at: string | undefined): string {
  return isElsewhere(at === undefined ? new Date() : new Date(at), OFFICE_ZONE)
    ? `${label} (Sydney time)`
    : label;
}
