import { Prisma, type Transaction } from '../../database/index.ts';

/*
 * Accounting of a plan's units. `stock` counts the units that any buyer may buy, `held` those that are kept for
 * accepted entries. Each unit is in one of the two, so a promised unit can't be sold to another buyer, whatever happens
 * to the plan. Each move is one statement. `sellUnits` and `holdUnits` do nothing if there are too few units.
 */

interface Units {
  /** Units that anybody may buy; null if unlimited. */
  readonly stock: number | null;
  /** Units reserved for accepted entries. */
  readonly held: number;
}

/** Returns the number of unsold units, held ones included; null for unlimited stock. */
export const unitsLeft = ({ stock, held }: Units): number | null => (stock === null ? null : stock + held);

/** Locks a plan's units until the transaction ends. Purchases and other changes to the units wait. */
export async function lockUnits(transaction: Transaction, planId: string): Promise<void> {
  await transaction.$queryRaw(
    Prisma.sql`SELECT id FROM commerce.plans WHERE id = ${planId} FOR NO KEY UPDATE`,
  );
}

/** Sells units that aren't held. Returns false if there are too few, or the stock is unlimited. */
export async function sellUnits(
  transaction: Transaction,
  planId: string,
  quantity: number,
): Promise<boolean> {
  // Doesn't match an unlimited stock, which needs no counting: without a write, its buyers don't wait for each other.
  const { count } = await transaction.plan.updateMany({
    where: { id: planId, stock: { gte: quantity } },
    data: { stock: { decrement: quantity } },
  });
  return count === 1;
}

/** Holds one unit for each of so many accepted entries. Returns false if there are too few. */
export async function holdUnits(transaction: Transaction, planId: string, units: number): Promise<boolean> {
  const { count } = await transaction.plan.updateMany({
    where: { id: planId, OR: [{ stock: null }, { stock: { gte: units } }] },
    // An unlimited stock is null, and stays null when decremented.
    data: { stock: { decrement: units }, held: { increment: units } },
  });
  return count === 1;
}

export async function sellHeldUnit(transaction: Transaction, planId: string): Promise<void> {
  await transaction.plan.update({ where: { id: planId }, data: { held: { decrement: 1 } } });
}

/** Returns the unit that was held for an entry to the stock. */
export async function releaseUnit(transaction: Transaction, planId: string): Promise<void> {
  const data = { stock: { increment: 1 }, held: { decrement: 1 } };
  await transaction.plan.update({ where: { id: planId }, data });
}
