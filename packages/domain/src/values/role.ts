/** What a person may do. The first three belong to an account; staff are Muster's own people, outside every account. */
export const roles = ['owner', 'dispatcher', 'technician', 'staff'] as const;

export type Role = (typeof roles)[number];
