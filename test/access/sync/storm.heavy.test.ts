import { rolesAreRight } from '../../storm/property.ts';

// A short run of `npm run test:storm`.
rolesAreRight(4, 180_000);
