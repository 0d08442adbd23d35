import Type from 'typebox';

/** Which page of a list, and how many items are on one. */
export const Paging = Type.Object({ page: Type.Integer(), per: Type.Integer() });
