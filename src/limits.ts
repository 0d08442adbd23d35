/** Most days that an admin can set: of grace, or of a ban from linking. */
export const MAX_DAYS = 365;
