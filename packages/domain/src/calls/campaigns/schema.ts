import { type Static, Type } from 'typebox';
import { being, Day, editOf, Id, Moment, nullable, schemasOf } from '../../values/schema.ts';
import { campaignFields } from './fields.ts';

const fields = schemasOf(campaignFields);

/** A number of the business’s own with a name, to see where work comes from. */
export const Campaign = Type.Object({
  id: Id,
  version: Type.Integer(),
  ...fields,
  created_at: Moment,
  archived_at: nullable(Moment),
});

export const NewCampaign = Type.Object(fields, {
  additionalProperties: false,
  examples: [{ name: 'Flyer Ryde', number: '1300 123 456' }],
});

export const CampaignEdit = editOf(fields);

/** The first and last month are told by any of their days. */
export const FigureQuery = Type.Object(
  { from: Type.Optional(Day), to: Type.Optional(Day) },
  { additionalProperties: false },
);

/** What came of the calls of a month to the number of a campaign. */
export const CampaignFigure = Type.Object({
  campaign_id: Id,
  name: Type.String(),
  month: being(Day, 'Its first day, by the clocks of the business'),
  calls: Type.Integer(),
  missed: Type.Integer(),
  callers: being(Type.Integer(), 'Different numbers; all withheld ones are one'),
  jobs: being(
    Type.Integer(),
    'The first job of each caller within 30 days of a call, for the campaign that they rang last before it',
  ),
  invoiced: nullable(
    Type.Integer(),
    'What was invoiced for those jobs so far, in cents with GST; null if you don’t see money',
  ),
});

export type Campaign = Static<typeof Campaign>;
export type NewCampaign = Static<typeof NewCampaign>;
export type CampaignEdit = Static<typeof CampaignEdit>;
export type CampaignFigure = Static<typeof CampaignFigure>;
