import Type, { type TSchema } from 'typebox';
import { INT32_MAX } from './common-schema.ts';

/** Query parameters of a page of a list. */
export const PageQuery = {
  page: Type.Integer({
    minimum: 1,
    maximum: INT32_MAX,
    default: 1,
    description: 'Page number, starting at 1.',
  }),
  per: Type.Integer({ minimum: 1, maximum: 50, default: 10, description: 'Results per page, at most 50.' }),
};

/** Builds the query parameter that names the relations to include as objects instead of ids. */
export const ExpandQuery = <Name extends TSchema>(name: Name) => ({
  expand: Type.Optional(
    Type.Array(name, {
      description:
        'Ids to replace with the objects they identify: as a list (a,b), repeated (expand=a&expand=b) or bracketed (expand[]=a).',
    }),
  ),
});

/** Optional filter by an id or another exact value. */
export const IdFilter = Type.Optional(Type.String({ minLength: 1 }));

/** Deprecated name of the filter by product. */
export const OldProductFilter = Type.Optional(
  Type.String({ minLength: 1, deprecated: true, description: 'Use product_id.' }),
);

/** Methods of an update: POST, which this API has always used, and PATCH, which clients expect. */
export const UPDATE = ['POST', 'PATCH'] as const;
