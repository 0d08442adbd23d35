import Type from 'typebox';
import { JoinedEntry } from '../resources/entry.ts';
import { Membership } from '../resources/membership.ts';

/** JSON response to a purchase. */
export const Purchased = Type.Object({ membership: Membership });

/** JSON response to joining a waiting list or a raffle. */
export const Joined = Type.Object({ entry: JoinedEntry });
