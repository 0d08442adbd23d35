import access from './access.ts';
import roles from './roles.ts';

/** Every command that there is. */
export const commands = [access, roles];
