import { type Static, Type } from 'typebox';
import { Id, Moment, nullable } from '../../values/schema.ts';

/** How long somebody outside the business may watch a film by a link. */
export const filmLinkDays = { least: 1, most: 365, usual: 30 } as const;
/** More than anybody sends one film to. */
export const MOST_FILM_LINKS = 20;

export const FilmLink = Type.Object({
  id: Id,
  version: Type.Integer(),
  film_id: Id,
  made_at: Moment,
  ends_at: Moment,
  revoked_at: nullable(Moment),
});

export const ShownFilmLink = Type.Object({
  ...FilmLink.properties,
  address: nullable(Type.String(), 'Made anew each time and stored nowhere; null if its key is gone'),
  first_read_at: nullable(Moment, 'When someone outside the office opened it first'),
});

export const NewFilmLink = Type.Object(
  {
    days: Type.Integer({
      minimum: filmLinkDays.least,
      maximum: filmLinkDays.most,
      description: 'For how many days the video can be watched',
    }),
  },
  { additionalProperties: false, examples: [{ days: 30 }] },
);

export type FilmLink = Static<typeof FilmLink>;
export type ShownFilmLink = Static<typeof ShownFilmLink>;
