import Type from 'typebox';

export const Paging = Type.Object({ page: Type.Integer(), per: Type.Integer() });
