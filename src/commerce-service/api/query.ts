import Type, { type TSchema } from 'typebox';
import { INT32_MAX } from './common-schema.ts';

/** Which page of a list: numbers from 1, ten results, at most fifty. */
export const PageQuery = {
  page: Type.Integer({ minimum: 1, maximum: INT32_MAX, default: 1, description: 'Which page, from 1.' }),
  per: Type.Integer({ minimum: 1, maximum: 50, default: 10, description: 'Results on a page, at most 50.' }),
};

/** Ids to replace by what they stand for. */
export const ExpandQuery = <Name extends TSchema>(name: Name) => ({
  expand: Type.Optional(
    Type.Array(name, {
      description:
        'Ids to replace by what they stand for: as a list (a,b), repeated (expand=a&expand=b) or bracketed (expand[]=a).',
    }),
  ),
});

/** Only what has this id, where it is given. */
export const IdFilter = Type.Optional(Type.String({ minLength: 1 }));

/** The old name of a filter by product. */
export const OldProductFilter = Type.Optional(
  Type.String({ minLength: 1, deprecated: true, description: 'Use product_id.' }),
);

/** Both are understood for an update: POST is what this API has always used, PATCH what people expect. */
export const UPDATE = ['POST', 'PATCH'] as const;
