import { Prisma, type Transaction } from '../database/index.ts';
import type { PlanRow } from './resources/plan.ts';

/*
 * The account of a plan's units. `stock` are those that anybody may buy, `held` those that accepted entries may
 * still buy: a unit is in one of the two, so what is promised can't be sold to somebody else, whatever becomes
 * of the plan. Every move below is one statement, and does nothing where there is nothing to move.
 */

type Units = Pick<PlanRow, 'stock' | 'held'>;

/** Units that are not sold yet, held ones included; null where stock is unlimited. */
export const unitsLeft = ({ stock, held }: Units): number | null => (stock === null ? null : stock + held);

/** Locks a plan's units until the transaction ends; purchases and others who move units wait. */
export async function lockUnits(transaction: Transaction, planId: string): Promise<void> {
  await transaction.$queryRaw(
    Prisma.sql`SELECT id FROM commerce.plans WHERE id = ${planId} FOR NO KEY UPDATE`,
  );
}

/** Sells units that nobody was promised. @returns false when there are not as many */
export async function sellUnits(
  transaction: Transaction,
  planId: string,
  quantity: number,
): Promise<boolean> {
  // What is unlimited has nothing to count: its row is not written, so that its buyers don't wait for each other.
  const { count } = await transaction.plan.updateMany({
    where: { id: planId, stock: { gte: quantity } },
    data: { stock: { decrement: quantity } },
  });
  return count === 1;
}

/** Keeps a unit for each of so many accepted entries. @returns false when there are not as many */
export async function holdUnits(transaction: Transaction, planId: string, units: number): Promise<boolean> {
  const { count } = await transaction.plan.updateMany({
    where: { id: planId, OR: [{ stock: null }, { stock: { gte: units } }] },
    // Taking some from an unlimited stock, which is null, leaves it unlimited.
    data: { stock: { decrement: units }, held: { increment: units } },
  });
  return count === 1;
}

/** Sells the unit that was kept for an entry. */
export async function sellHeldUnit(transaction: Transaction, planId: string): Promise<void> {
  await transaction.plan.update({ where: { id: planId }, data: { held: { decrement: 1 } } });
}

/** Gives the unit back that was kept for an entry. */
export async function releaseUnit(transaction: Transaction, planId: string): Promise<void> {
  const data = { stock: { increment: 1 }, held: { decrement: 1 } };
  await transaction.plan.update({ where: { id: planId }, data });
}
