import type { Session } from '../api.ts';

export const roleNames: Record<Session['user']['role'], string> = {
  owner: 'Owner',
  dispatcher: 'Dispatcher',
  technician: 'Technician',
  staff: 'Staff',
};
