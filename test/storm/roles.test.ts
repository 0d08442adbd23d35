import { rolesAreRight } from './property.ts';

rolesAreRight(1_000, 900_000);
