import Type from 'typebox';
import { JoinedEntry } from '../resources/entry.ts';
import { Membership } from '../resources/membership.ts';

/** What a program is answered that has bought. */
export const Purchased = Type.Object({ membership: Membership });

/** What a program is answered that has joined a list. */
export const Joined = Type.Object({ entry: JoinedEntry });
