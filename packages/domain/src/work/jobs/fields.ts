import { choice, dayOrNull, lines, tags, text } from '../../values/fields.ts';
import { priorities } from './rules.ts';

/** What somebody says of a job, beside whom it is for, where, and of which type it is. */
export const jobFields = {
  description: lines('Description', 5_000, {
    placeholder: 'Kitchen tap drips',
    stored: (description) => description.trim(),
    search: (description) => [description],
    table: { names: ['details', 'work', 'summary', 'jobdescription', 'notes'] },
  }),
  priority: choice('Priority', priorities, 'P3', {
    description: 'P1 emergency, P2 soon, P3 ordinary, P4 whenever',
    read: (cell) => {
      const wanted = cell.trim().toUpperCase() || 'P3';
      const value = priorities.find((priority) => priority === wanted || priority === `P${wanted}`);
      return value === undefined ? { problem: 'Priority must be P1, P2, P3 or P4.' } : { value };
    },
    table: { names: ['urgency', 'prio'], hint: 'P1 to P4' },
  }),
  due_on: dayOrNull('Due', {
    placeholder: 'No due date',
    history: 'due date',
    table: {
      as: 'due',
      names: ['dueon', 'duedate', 'dueby', 'deadline'],
      hint: '31/12/2026 or 2026-12-31',
    },
  }),
  order_number: text('Order number', 60, {
    placeholder: 'PO 4711',
    stored: (number) => number.trim(),
    search: (number) => [number],
    table: {
      names: [
        'orderno',
        'ponumber',
        'po',
        'purchaseorder',
        'workorder',
        'workordernumber',
        'customerreference',
      ],
      hint: 'the customer’s own',
    },
  }),
  tags: tags('job', 20, { table: { names: ['tag', 'labels'], hint: 'separated by ;' } }),
};
