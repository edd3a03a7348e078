/** Travel is whole, prices are not: a move has to win more than rounding could. */
export const BETTER = -0.001;
