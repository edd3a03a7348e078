import { importances, type Wish, wishes } from '@muster/domain/planning/weights';
import type { Business } from '../api.ts';

/** What an owner may wish of a plan: what it is called, and what it does when it matters more. */
export const wishWords: Readonly<Record<Wish, { title: string; about: string }>> = {
  driving: {
    title: 'Little driving',
    about:
      'The more it matters, the more visits go to whoever is near, also where that is somebody new to the customer.',
  },
  promises: {
    title: 'Work is done by its due day',
    about:
      'The more it matters, the more detours are taken so that nothing is late. Promised windows are always kept.',
  },
  overtime: {
    title: 'Everybody is home in time',
    about:
      'The more it matters, the sooner a visit waits for another day instead of running past the end of a shift.',
  },
  fairness: {
    title: 'Fair shares',
    about: 'The more it matters, the more evenly the work is spread, also where that costs some driving.',
  },
  favourites: {
    title: 'Favourite technicians',
    about: 'The more it matters, the more often customers see the technicians whom they prefer.',
  },
  stability: {
    title: 'What is planned stays',
    about:
      'The more it matters, the less is moved that is on the board already. A repair always moves little.',
  },
};

export const wishNames = Object.keys(wishes) as Wish[];

export function importanceOf(step: number): string {
  return importances[step] ?? '';
}

/** All of it in a line, for whoever has to choose between their own and a colleague's. */
export function planningWords({ longestDay, ...wished }: Business['planning']): string {
  const words = wishNames.map((wish) => `${wishWords[wish].title}: ${importanceOf(wished[wish])}`);
  return [...words, `Longest day: ${longestDay === null ? 'as the shift' : `${longestDay / 60} h`}`].join(
    '; ',
  );
}
