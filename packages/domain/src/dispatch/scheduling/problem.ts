/**
 * What is to be planned. Times are whole numbers of one unit (seconds or minutes, the caller's choice) counted from
 * any common zero; several days lie one after the other. Places are rows of the travel matrices.
 */
export type Problem = {
  /** One matrix per travel profile (car, van, on foot …): travel[profile]. */
  readonly travel: readonly TravelMatrix[];
  readonly technicians: readonly Technician[];
  readonly visits: readonly Visit[];
  readonly weights: Weights;
  /** Starts that are chosen anew are multiples of it, where that breaks no rule and no promise. */
  readonly grid?: number;
  /** The schedule in force: leaving it costs disturbance. */
  readonly current?: Schedule;
};

export type TravelMatrix = {
  readonly places: number;
  /** Travel time from a to b at [a * places + b]. */
  readonly times: Int32Array;
  /** The same for one drive, where all of them would be too many to reckon: `times` are made when somebody first reads them then. */
  readonly timeOf?: (from: number, to: number) => number;
};

export type Technician = {
  readonly id: string;
  readonly name: string;
  readonly skills: readonly string[];
  /** Skills that a ticket proves: from that time on it does so no longer. */
  readonly expiries?: readonly { readonly skill: string; readonly at: number }[];
  readonly shifts: readonly Shift[];
  /** When the technician is away. The shifts leave these times out already; here they have a name of their own. */
  readonly absences?: readonly { readonly start: number; readonly end: number }[];
  /** What the shifts would be if nobody were ever away: said in reasons, never planned with. */
  readonly unbroken?: readonly Shift[];
  /** Index of the travel matrix. */
  readonly profile?: number;
  /** Price of one unit of travel; 1 where nothing is said. */
  readonly travelRate?: number;
  /** What the vehicle carries, one number per kind of load. None: no limit. */
  readonly capacity?: readonly number[];
};

export type Shift = {
  /** Different from those of the technician's other shifts. */
  readonly id: string;
  readonly start: number;
  readonly end: number;
  /** Work may run on until then, as overtime. Without it, not past the end. */
  readonly latestEnd?: number;
  readonly startPlace: number;
  readonly endPlace: number;
  readonly breaks?: readonly Break[];
  /** Longest time from leaving the start place to reaching the end place. */
  readonly maxDuration?: number;
  /** Price of using the shift at all. */
  readonly cost?: number;
};

/** Taken between two visits, before or after the drive. Due only when the work runs past its latest start. */
export type Break = { readonly earliest: number; readonly latest: number; readonly duration: number };

/** Both ends included: the visit starts inside. */
export type Window = { readonly start: number; readonly end: number };

export type Visit = {
  readonly id: string;
  readonly place: number;
  readonly duration: number;
  /** In order, not overlapping. */
  readonly windows: readonly Window[];
  readonly skills?: readonly string[];
  /** 1 is ordinary; a higher number goes first. */
  readonly priority?: number;
  /** Technicians needed, all from the same moment. */
  readonly crew?: number;
  /** What each member of the crew has to hold beside the skills that all need: one list per member, each met by another one. */
  readonly crewSkills?: readonly (readonly string[])[];
  /** Only these technicians: the one whom the customer was promised. */
  readonly fixed?: readonly string[];
  /** Stays with these technicians at this time; never moved. */
  readonly pinned?: { readonly technicians: readonly string[]; readonly start: number };
  readonly preferred?: readonly string[];
  readonly banned?: readonly string[];
  /** Price of leaving it out. Without it the visit is wanted at almost any price, by its priority. */
  readonly penalty?: number;
  readonly loads?: readonly number[];
  /** The customer was told "by then": a later start is lateness. */
  readonly promise?: number;
  /** A day or a time was agreed with the customer: to keep it, others may move when a schedule is mended. */
  readonly agreed?: boolean;
};

/** Prices of the soft rules, per unit. */
export type Weights = {
  /** Of leaving out a visit of priority 1 that has no penalty of its own; priority p costs p times as much. */
  readonly unplaced: number;
  readonly lateness: number;
  readonly travel: number;
  readonly overtime: number;
  /** Per unit of visit time above the technician's fair share. */
  readonly fairness: number;
  /** Per visit that gets another technician or shift than in the current schedule. */
  readonly moved: number;
  /** Per visit that starts at another time than in the current schedule, beyond the tolerance. */
  readonly retimed: number;
  readonly retimeTolerance: number;
  /** Per technician on a visit who is not among its preferred ones. */
  readonly preference: number;
};

export type Schedule = { readonly routes: readonly Route[]; readonly unplaced: readonly string[] };

/** One shift's work, in order. */
export type Route = {
  readonly technician: string;
  /** Id of one of the technician's shifts. Without it these visits lie outside every shift: kept and reported, never planned so. */
  readonly shift?: string;
  readonly stops: readonly Stop[];
  readonly breaks: readonly TakenBreak[];
};

export type Stop = { readonly visit: string; readonly start: number };

/** `rule` is the index among the shift's breaks. */
export type TakenBreak = { readonly rule: number; readonly start: number };

export const defaultWeights: Weights = {
  unplaced: 1_000_000,
  lateness: 20,
  travel: 10,
  overtime: 15,
  fairness: 1,
  moved: 0,
  retimed: 0,
  retimeTolerance: 0,
  preference: 600,
};
