/** Separate from the command, which is loaded only when used. */
export const LOAD_AREAS_USAGE = 'admin load-areas --file GEOJSON [--aliases CSV]'
