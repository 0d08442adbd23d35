import { isDeepStrictEqual } from 'node:util';
import type { Prisma } from '../database/index.ts';
import { newLicenseKey } from './ids.ts';
import { changing, type Moment, type Target, writeAndTell } from './membership-changes.ts';
import { loadMembership } from './memberships.ts';
import { Refusal } from './refusal.ts';
import { fromJson } from './resources/common.ts';
import { type Membership, type MembershipRow, toMembership } from './resources/membership.ts';
import type { Service } from './service.ts';

/**
 * Says whether a license opens something here: its membership gives access, and its metadata has all that is given,
 * such as the machine. What is given for the first time is noted; from then on another machine is refused.
 * @param target by the license key, or the membership's id
 * @param given what stands for the place of use; empty to ask about access alone
 * @throws Refusal when there is no such membership, it gives no access, or the license is in use elsewhere
 */
export async function validateLicense(
  service: Service,
  target: Target,
  given: Prisma.InputJsonObject,
): Promise<Membership> {
  const { prisma, publicUrl } = service;
  // Nearly every use is a further one: it changes nothing, and waits for nobody.
  const row = await loadMembership(prisma, target.by.accountId, target.id);
  if (opens(row, given)) return toMembership(row, { publicUrl, expand: target.expand });
  return changing(service, target, { action: 'license used first' }, async (moment) =>
    opens(moment.row, given)
      ? moment.row
      : writeAndTell(service, moment, { metadata: { ...fromJson(moment.row.metadata), ...given } }),
  );
}

/** @returns whether it opens; false where something given isn't known yet, and so is to be noted */
function opens({ valid, status, metadata }: MembershipRow, given: Prisma.InputJsonObject): boolean {
  if (!valid)
    throw new Refusal(
      'invalid',
      `This membership is ${status} and gives no access: its license opens nothing.`,
    );
  const known = fromJson(metadata);
  const fields = Object.entries(given);
  const isNoted = ([name]: readonly [string, unknown]) => Object.hasOwn(known, name);
  if (fields.filter(isNoted).every(([name, value]) => isDeepStrictEqual(known[name], value)))
    return fields.every(isNoted);
  throw new Refusal(
    'invalid',
    'metadata is not what this license was first used with. Reset the license key to use it on a new machine.',
  );
}

/**
 * Gives a membership a new license key. The one before opens nothing any more, also where it was just signed in with.
 * @throws Refusal when the account has no such membership
 */
export const replaceKey = (service: Service, target: Target): Promise<Membership> =>
  changing(service, target, { action: 'license key replaced' }, (moment) => writeNewKey(service, moment, {}));

/**
 * Gives a membership a new license key that was used nowhere yet: its metadata is that of the plan again.
 * @throws Refusal when the account has no such membership
 */
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
  // Whoever checks keys has to hear of the new one.
  return writeAndTell(service, moment, { ...data, licenseKey: newLicenseKey() });
}
