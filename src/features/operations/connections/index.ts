export { type Connections, purposeOf as connectionPurpose } from './connections.ts'
export { KeyRefused, type StoredKey } from './keys.ts'
export { openConnectionAdmin, openConnections } from './open.ts'
export { CheckFailed, type OutsideSystem, shownUrl } from './system.ts'
export { secretForm } from './systems/secret-form.ts'
export { weatherKeyCheck } from './systems/weather-key.ts'
export {
  NATIONAL_FEED,
  nationalFeed,
  primaryProvider,
  SECOND_PROVIDER,
  secondProvider,
  WEATHER_PROVIDER,
} from './systems/weather-providers.ts'
export { connectionTables } from './tables.ts'
