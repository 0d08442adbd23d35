import Type from 'typebox';
import { JoinedEntry } from '../entries/schema.ts';
import { Membership } from '../memberships/schema.ts';

/** JSON response to a purchase. */
export const Purchased = Type.Object({ membership: Membership });

/** JSON response to joining a waiting list or a raffle. */
export const Joined = Type.Object({ entry: JoinedEntry });
