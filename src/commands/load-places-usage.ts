/** Separate from the command, which is loaded only when used. */
export const LOAD_PLACES_USAGE = 'admin load-places FILE…'
