/** The proposals that were accepted or rejected here: nobody is told of what they did themselves. */
export const ownDecisions = new Set<string>();
