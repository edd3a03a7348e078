import { Type } from 'typebox';

export const Industry = Type.Object({ id: Type.Integer(), name: Type.String() });
