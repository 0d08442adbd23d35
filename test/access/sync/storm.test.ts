import { rolesAreRight } from '../../storm/property.ts';

// A taste of `npm run test:storm`.
rolesAreRight(4, 60_000);
