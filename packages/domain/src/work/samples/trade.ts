import type { WrittenItem } from '../job-types/rules.ts';

/** What a plumbing business does: the skills it needs and the kinds of work it is called for. */

export const skillNames = ['Plumbing', 'Gas fitting', 'Drains', 'Backflow', 'Roof'] as const;
export type SkillName = (typeof skillNames)[number];

/** Skills that count only with a ticket, and what that ticket is. */
export const tickets: Partial<Record<SkillName, { kind: string; issuer: string }>> = {
  'Gas fitting': { kind: 'Gas fitting certificate', issuer: 'NSW Fair Trading' },
  Backflow: { kind: 'Backflow accreditation', issuer: 'Sydney Water' },
};

export interface JobKind {
  readonly name: string;
  readonly duration: number;
  readonly skills: readonly SkillName[];
  readonly crew: number;
  readonly colour: string;
  /** How often it is asked for, beside the others. */
  readonly share: number;
  readonly checkList: readonly WrittenItem[];
  readonly descriptions: readonly string[];
}

export const jobKinds: readonly JobKind[] = [
  {
    name: 'Leak repair',
    duration: 60,
    skills: ['Plumbing'],
    crew: 1,
    colour: 'blue',
    share: 6,
    checkList: [
      'Water off at the meter',
      { text: 'Leak found and photographed', kind: 'photo' },
      'Pressure tested',
    ],
    descriptions: [
      'Water under the kitchen sink',
      'Damp patch below the bathroom',
      'Dripping tap in the laundry',
    ],
  },
  {
    name: 'Hot water',
    duration: 90,
    skills: ['Plumbing', 'Gas fitting'],
    crew: 1,
    colour: 'red',
    share: 4,
    checkList: ['Old unit isolated', 'Relief valve tested', 'Temperature set to 50 °C'],
    descriptions: ['No hot water since this morning', 'Pilot light goes out', 'Replace the storage unit'],
  },
  {
    name: 'Blocked drain',
    duration: 75,
    skills: ['Drains'],
    crew: 1,
    colour: 'ochre',
    share: 4,
    checkList: [
      { text: 'Camera before', kind: 'photo' },
      'Jetted clear',
      { text: 'Camera after', kind: 'photo' },
    ],
    descriptions: ['Toilet backing up', 'Stormwater pit overflows', 'Slow drain in the shower'],
  },
  {
    name: 'Gas check',
    duration: 45,
    skills: ['Gas fitting'],
    crew: 1,
    colour: 'violet',
    share: 2,
    checkList: ['Pressure test', 'Appliances checked', 'Certificate left'],
    descriptions: ['Smell of gas near the cooktop', 'Annual heater check'],
  },
  {
    name: 'Backflow test',
    duration: 45,
    skills: ['Backflow'],
    crew: 1,
    colour: 'cyan',
    share: 2,
    checkList: ['Valve tested', 'Report lodged'],
    descriptions: ['Annual backflow valve test'],
  },
  {
    name: 'Bathroom rough-in',
    duration: 180,
    skills: ['Plumbing'],
    crew: 2,
    colour: 'green',
    share: 1,
    checkList: ['Plan on site', 'Waste pipes', 'Water pipes', 'Pressure tested'],
    descriptions: ['Rough-in for the new bathroom'],
  },
  {
    name: 'Gutter and downpipe',
    duration: 120,
    skills: ['Roof'],
    crew: 2,
    colour: 'slate',
    share: 1,
    checkList: ['Harness checked', 'Gutter cleared', 'Downpipe flushed'],
    descriptions: ['Gutter overflows at the corner', 'Downpipe came off the wall'],
  },
  {
    name: 'Maintenance visit',
    duration: 60,
    skills: ['Plumbing'],
    crew: 1,
    colour: 'teal',
    share: 3,
    checkList: ['Taps', 'Toilets', 'Hot water', { text: 'Meter read', kind: 'number' }],
    descriptions: ['Quarterly building inspection', 'Check before the tenants move in'],
  },
];
