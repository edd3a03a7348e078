import { type Static, Type } from 'typebox';
import { Id, nullable, Version } from '../../values/schema.ts';
import { captionLimits, LATEST_CAPTION_MS } from './captions.ts';
import { filmStates } from './rules.ts';

export const Caption = Type.Object(
  {
    from: Type.Integer({ minimum: 0, maximum: LATEST_CAPTION_MS, description: 'In milliseconds' }),
    to: Type.Integer({ minimum: 0, maximum: LATEST_CAPTION_MS }),
    text: Type.String({ minLength: 1, maxLength: captionLimits.length }),
  },
  { additionalProperties: false },
);

/** What was made of a film. The id is that of the file that was sent. */
export const FilmRecord = Type.Object({
  id: Id,
  version: Type.Integer(),
  state: Type.Enum(filmStates, {
    description:
      'waiting: being converted. failed: refusal says why. as sent: this server has no ffmpeg, so the original is played',
  }),
  refusal: Type.String({ description: 'Why it couldn’t be converted' }),
  milliseconds: nullable(Type.Integer(), 'How long it is'),
  width: nullable(Type.Integer()),
  height: nullable(Type.Integer()),
  bytes: Type.Integer({ description: 'Of the converted video; counts towards the space used' }),
  captions: Type.Array(Caption),
  is_shared: Type.Boolean({ description: 'Whether the customer sees it on the page of the visit' }),
});

/** A film as it is shown, and how far it is while it is being made. */
export const ShownFilm = Type.Object({
  ...FilmRecord.properties,
  progress: Type.Integer({
    minimum: 0,
    maximum: 100,
    description: 'In per cent, while it’s being converted',
  }),
});

export const CaptionsEdit = Type.Object(
  { version: Version, captions: Type.Array(Caption, { maxItems: captionLimits.count }) },
  {
    additionalProperties: false,
    examples: [{ version: 1, captions: [{ from: 0, to: 2500, text: 'The valve drips here.' }] }],
  },
);

export const FilmEdit = Type.Object(
  { version: Version, is_shared: Type.Boolean() },
  { additionalProperties: false, examples: [{ version: 1, is_shared: true }] },
);

export type FilmRecord = Static<typeof FilmRecord>;
export type ShownFilm = Static<typeof ShownFilm>;
export type CaptionsEdit = Static<typeof CaptionsEdit>;
export type FilmEdit = Static<typeof FilmEdit>;
