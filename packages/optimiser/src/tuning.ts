/** The numbers of the search. Found by measuring; bench/optimiser shows what they are worth. */
export type Tuning = {
  /** Temperatures, in quarters of the mean distance between two visits. */
  readonly hottest: number;
  readonly coldest: number;
  /** With fewer iterations per visit than this, the heat to start from. */
  readonly hurriedPerVisit: number;
  readonly hurriedHottest: number;
  /** The same for rich problems, where the end is not to be as cold either. */
  readonly hurriedRichPerVisit: number;
  readonly hurriedRichHottest: number;
  readonly hurriedRichColdest: number;
  /** In such a hurry: visits removed, neighbours tried, and visits drawn for a seed, of which the one with the longest ways is taken. */
  readonly hurriedRichRemoved: number;
  readonly hurriedRichWidth: number;
  readonly hurriedRichDraws: number;
  readonly averageRemoved: number;
  /** Neighbours tried per insertion, usually and now and then, and how often the latter. */
  readonly width: number;
  readonly widest: number;
  readonly wideOdds: number;
  /** Neighbours that removal reaches. */
  readonly reach: number;
  /** Odds of removing a whole route, and the longest that is. */
  readonly routeOdds: number;
  readonly longestRoute: number;
  /** While visits are left out: odds of opening a route for them. */
  readonly openOdds: number;
  /** Odds of trading the tails of two routes. */
  readonly tailOdds: number;
  /** Unplaced visits tried per iteration. */
  readonly mostWaiting: number;
  /** With more visits than this, fewer first plans are tried. */
  readonly manyVisits: number;
  /** Now and then a visit may cost more than its penalty: the first of a new route has to. */
  readonly firstGenerosity: number;
  readonly generosity: number;
  readonly generousOdds: number;
  /** Share of the run after which routes are collected, and between two recombinations; 1 or more: never. */
  readonly poolFrom: number;
  readonly recombineEvery: number;
  /** A long run is divided: at most so many rounds, of so many iterations per pair of visits, the last one from this heat. */
  readonly mostRounds: number;
  readonly roundPerPair: number;
  readonly lastHottest: number;
  /** With so many iterations per triple of visits, a plain problem's plans are crossed from this share of the run on. */
  readonly evolvePerTriple: number;
  readonly evolveFrom: number;
  /** Plans made at random to begin with, and neighbours that the local search looks at. */
  readonly randomPlans: number;
  readonly searchWidth: number;
  /** Children per visit without a better plan until the population is renewed. */
  readonly stalePerVisit: number;
  /** Accepted plans between two that are collected. */
  readonly noteEvery: number;
};

export function defaultTuning(): Tuning {
  return {
    hottest: 1,
    coldest: 0.01,
    hurriedPerVisit: 100,
    hurriedHottest: 0.4,
    hurriedRichPerVisit: 400,
    hurriedRichHottest: 0.7,
    hurriedRichColdest: 0.04,
    hurriedRichRemoved: 7,
    hurriedRichWidth: 60,
    hurriedRichDraws: 3,
    averageRemoved: 10,
    width: 20,
    widest: 100,
    wideOdds: 0.1,
    reach: 150,
    routeOdds: 0.01,
    longestRoute: 60,
    openOdds: 0.01,
    tailOdds: 0.2,
    mostWaiting: 24,
    manyVisits: 300,
    firstGenerosity: 1000,
    generosity: 4,
    generousOdds: 0.02,
    poolFrom: 0.3,
    recombineEvery: 0.1,
    mostRounds: 5,
    roundPerPair: 20,
    lastHottest: 0.2,
    evolvePerTriple: 0.02,
    evolveFrom: 0.05,
    randomPlans: 40,
    searchWidth: 20,
    stalePerVisit: 15,
    noteEvery: 4,
  };
}
