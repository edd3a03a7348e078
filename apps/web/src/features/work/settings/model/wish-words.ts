import { importances, type Wish, wishes } from '@muster/domain/dispatch/scheduling/weights';
import type { Business } from '../api.ts';

/** What an owner may wish of a plan: what it is called, and what it does when it matters more. */
export const wishWords: Readonly<Record<Wish, { title: string; about: string }>> = {
  driving: {
    title: 'Less driving',
    about: 'Further right, more visits go to the nearest technician, even one who’s new to the customer.',
  },
  promises: {
    title: 'Finish by the due day',
    about: 'Further right, longer drives are accepted so nothing is late. Promised windows are always kept.',
  },
  overtime: {
    title: 'Finish on time',
    about: 'Further right, a visit is more likely to wait for another day than run past the end of a shift.',
  },
  fairness: {
    title: 'Even workload',
    about: 'Further right, work is shared more evenly, even if it takes some extra driving.',
  },
  favourites: {
    title: 'Preferred technicians',
    about: 'Further right, customers get their preferred technicians more often.',
  },
  stability: {
    title: 'Keep planned visits',
    about:
      'Further right, fewer visits already on the board are moved. A repair always moves as little as possible.',
  },
};

export const wishNames = Object.keys(wishes) as Wish[];

export function importanceOf(step: number): string {
  return importances[step] ?? '';
}

/** All of it in a line, for whoever has to choose between their own and a colleague's. */
export function planningWords({ longestDay, ...wished }: Business['planning']): string {
  const words = wishNames.map((wish) => `${wishWords[wish].title}: ${importanceOf(wished[wish])}`);
  return [
    ...words,
    `Longest day: ${longestDay === null ? 'same as the shift' : `${longestDay / 60} h`}`,
  ].join('; ');
}
