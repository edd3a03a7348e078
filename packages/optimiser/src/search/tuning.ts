/** How a run goes about it. Temperatures are in quarters of the mean distance between two visits. */
export type Pace = {
  readonly hottest: number;
  readonly coldest: number;
  /** 1 where it cools by the same factor in equal times; with more it stays warm for longer, and cools fast in the end. */
  readonly lingers: number;
  /** Visits taken out on average, and neighbours tried per insertion. */
  readonly removed: number;
  readonly width: number;
  /** Strings taken out at least. */
  readonly leastStrings: number;
  /** Visits drawn for a seed, of which the one with the longest ways is taken. */
  readonly draws: number;
  /** Odds of inserting by regret instead of in an order that is drawn. */
  readonly regretOdds: number;
  /** Odds of moving a chain at the beginning of an annealing; they fade, as few such moves are found in a good schedule. */
  readonly chainOdds: number;
};

/** The numbers of the search. Found by measuring; bench/optimiser shows what they are worth. */
export type Tuning = {
  readonly usual: Pace;
  /** With fewer iterations per visit than this. */
  readonly hurriedPerVisit: number;
  readonly hurried: Pace;
  /** While more visits wait than this: instead of the usual pace, and of the hurried one. */
  readonly fewWaiting: number;
  readonly crowded: Pace;
  readonly crowdedHurried: Pace;
  /** Neighbours tried now and then, and how often. */
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
  /** With more visits than this, fewer first schedules are tried. */
  readonly manyVisits: number;
  /** Now and then a visit may cost more than its penalty: the first of a new route has to. */
  readonly firstGenerosity: number;
  readonly generosity: number;
  readonly generousOdds: number;
  /**
   * A long run is divided into annealings: at most so many, of so many iterations per triple of visits (the more visits, the more
   * one long annealing is worth) and so many per visit at least.
   */
  readonly mostRounds: number;
  readonly roundPerTriple: number;
  readonly leastRound: number;
  /** The heat from which the last one of several starts. */
  readonly lastHottest: number;
  /** With so many iterations per triple of visits, schedules are crossed from this share of the run on. */
  readonly evolvePerTriple: number;
  readonly evolveFrom: number;
  /** Schedules made at random to begin with, and neighbours that the local search looks at. */
  readonly randomSchedules: number;
  readonly searchWidth: number;
  /** Children per visit without a better schedule until the population is renewed. */
  readonly stalePerVisit: number;
};

export function defaultTuning(): Tuning {
  const crowded = {
    hottest: 1,
    coldest: 0.01,
    lingers: 1,
    removed: 10,
    width: 20,
    leastStrings: 1,
    draws: 1,
    regretOdds: 0,
    chainOdds: 0,
  };
  return {
    usual: { ...crowded, lingers: 2.5, regretOdds: 0.5, chainOdds: 0.3 },
    hurriedPerVisit: 1000,
    hurried: {
      hottest: 0.7,
      coldest: 0.008,
      lingers: 2.5,
      removed: 10,
      width: 60,
      leastStrings: 2,
      draws: 3,
      regretOdds: 1,
      chainOdds: 0.9,
    },
    fewWaiting: 12,
    crowded,
    crowdedHurried: {
      ...crowded,
      hottest: 1.2,
      coldest: 0.04,
      lingers: 2.5,
      removed: 7,
      width: 60,
      draws: 3,
    },
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
    mostRounds: 8,
    roundPerTriple: 0.006,
    leastRound: 100,
    lastHottest: 0.2,
    evolvePerTriple: 0.02,
    evolveFrom: 0.05,
    randomSchedules: 40,
    searchWidth: 20,
    stalePerVisit: 15,
  };
}
