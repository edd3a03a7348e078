import { flag, text } from '../../values/fields.ts';

export const skillFields = {
  name: text('Skill name', 100, { needed: 'A skill needs a name.', placeholder: 'Gas fitting' }),
  needs_ticket: flag('Needs a current ticket', false, {
    description: 'Whether it only counts with a current ticket',
    history: 'ticket requirement',
  }),
};
