import { rolesAreRight } from './property.ts';

const RUNS = Number(process.env['STORM_RUNS'] ?? 1_000);

rolesAreRight(RUNS, RUNS * 3_000);
