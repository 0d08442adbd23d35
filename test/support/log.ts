import { createLog } from '../../src/log.ts';

/** For parts under test whose log is not what the test is about. */
export const quietLog = createLog('silent');
