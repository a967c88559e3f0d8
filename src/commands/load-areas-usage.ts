/** Apart from the command, which is loaded only when it is asked for. */
export const LOAD_AREAS_USAGE = 'admin load-areas --file GEOJSON [--aliases CSV]'
