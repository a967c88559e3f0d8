export { NO_STATION, type PlaceStation } from './lookup.ts'
export { openStations, type Stations } from './open.ts'
export type { StationSource } from './poller.ts'
export { stationTables } from './tables.ts'
