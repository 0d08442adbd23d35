import Type from 'typebox';
import Value from 'typebox/value';
import type { ClientContext } from './context.ts';
import { withOurNames } from './fields.ts';
import { type Page, type PageRequest, readPage, toQuery } from './list.ts';
import { FOR_A_PERSON, type Turn } from './rate-limiter.ts';

const WireProduct = Type.Object({ id: Type.String(), name: Type.String() });

export interface Product {
  readonly id: string;
  readonly name: string;
}

export interface Products {
  /** Not in the specification. @throws Fault `COMMERCE_UNABLE` if the service has no such list */
  list(request?: PageRequest, turn?: Turn): Promise<Page<Product>>;
}

export const createProducts = ({ ask, aliases }: ClientContext): Products => ({
  list({ page, per } = {}, turn = FOR_A_PERSON) {
    const path = `/products${toQuery({ page, per })}`;
    return readPage(ask, turn, {
      path,
      what: 'list products',
      read: (wire) => toProduct(withOurNames(aliases, wire)),
    });
  },
});

const toProduct = (answer: unknown): Product | undefined =>
  Value.Check(WireProduct, answer) ? { id: answer.id, name: answer.name } : undefined;
