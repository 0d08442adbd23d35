import { isDeepStrictEqual } from 'node:util';
import type { Prisma } from '../../database/index.ts';
import { Refusal } from '../api/refusal.ts';
import { fromJson } from '../api/schema.ts';
import { newLicenseKey } from '../ids.ts';
import { claimed, isOthersCard } from '../payments/own-card.ts';
import type { Service } from '../service.ts';
import { changing, limitCustomer, type Moment, type Target, writeAndTell } from './changes.ts';
import { canHappen } from './life/table.ts';
import { type Membership, type MembershipRow, toMembership } from './schema.ts';
import { loadMembership } from './service.ts';

/**
 * Validates a license: its membership must give access, and the metadata must match each given field, such as the
 * machine. Stores fields that are given for the first time; from then on, other values are refused.
 * @param target the membership, by license key or id
 * @param given fields that identify the place of use; empty to check access only
 * @throws Refusal if there is no such membership, it gives no access, or the license is in use elsewhere
 */
export async function validateLicense(
  service: Service,
  target: Target,
  given: Prisma.InputJsonObject,
): Promise<Membership> {
  const { prisma, publicUrl } = service;
  // Nearly every validation repeats an earlier one. It changes nothing, so it needs no lock.
  const row = await loadMembership(prisma, target.by.accountId, target.id);
  if (opens(row, given)) return toMembership(row, { publicUrl, expand: target.expand });
  return changing(service, target, { action: 'license used first' }, async (moment) =>
    opens(moment.row, given)
      ? moment.row
      : writeAndTell(service, moment, { metadata: { ...fromJson(moment.row.metadata), ...given } }),
  );
}

/** @returns whether all given fields match; false if some are new and must be stored; throws if one differs */
function opens({ valid, status, metadata }: MembershipRow, given: Prisma.InputJsonObject): boolean {
  if (!valid)
    throw new Refusal(
      'invalid',
      `This membership is ${status} and gives no access, so its license is not valid.`,
    );
  const known = fromJson(metadata);
  const fields = Object.entries(given);
  const isNoted = ([name]: readonly [string, unknown]) => Object.hasOwn(known, name);
  if (fields.filter(isNoted).every(([name, value]) => isDeepStrictEqual(known[name], value)))
    return fields.every(isNoted);
  throw new Refusal(
    'invalid',
    'metadata differs from the metadata that this license was first used with. Reset the license key to use it on a new machine.',
  );
}

/**
 * Gives a membership a new license key. The old one stops working, and sessions that signed in with it end.
 * @throws Refusal if a customer has replaced it too often
 */
export const replaceKey = (service: Service, target: Target): Promise<Membership> =>
  changing(service, target, { action: 'license key replaced' }, async (moment) => {
    await limitCustomer(service, target, moment, 'replace license key');
    const { row, now } = moment;
    const claims = isOthersCard(target, row) && newKeyClaims(row);
    return writeNewKey(service, moment, claims ? claimed(now) : {});
  });

/** Whether a new key makes the membership its owner's. While it renews it doesn't: whoever bought it goes on paying. */
export const newKeyClaims = (row: MembershipRow): boolean =>
  row.unclaimedSince !== null && !canHappen('cancellation_changed', row);

/** Gives a membership a new license key that isn't bound to a machine yet: resets its metadata to the plan's. */
export const resetKey = (service: Service, target: Target): Promise<Membership> =>
  changing(service, target, { action: 'license key reset' }, (moment) =>
    writeNewKey(service, moment, { metadata: fromJson(moment.row.plan.metadata) }),
  );

async function writeNewKey(
  service: Service,
  moment: Moment,
  data: Prisma.MembershipUpdateInput,
): Promise<MembershipRow> {
  const { transaction, row } = moment;
  await transaction.session.deleteMany({ where: { membershipId: row.id, proof: 'license' } });
  // Emits an event, since endpoints that check license keys must learn the new one.
  return writeAndTell(service, moment, { ...data, licenseKey: newLicenseKey() });
}
